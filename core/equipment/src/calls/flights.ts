import { abortable } from '../sessions/abortable.ts'

/** Identical questions at the same time share one run. */
export interface Flights {
  /** The run is stopped only when everybody who waits for it has gone. */
  join<T>(key: string, signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export function createFlights(): Flights {
  const flights = new Map<string, { result: Promise<unknown>; passengers: number; stop: AbortController }>()
  return {
    async join(key, signal, run) {
      signal?.throwIfAborted()
      let flight = flights.get(key)
      if (!flight) {
        const stop = new AbortController()
        const result = run(stop.signal)
        const started = { result, passengers: 0, stop }
        const land = () => {
          if (flights.get(key) === started) flights.delete(key)
        }
        result.then(land, land)
        flights.set(key, (flight = started))
      }
      const { result, stop } = flight
      flight.passengers++
      try {
        return (await (signal ? abortable(signal, () => result) : result)) as Awaited<ReturnType<typeof run>>
      } finally {
        if (--flight.passengers === 0) {
          // A flight that was left by all must not be boarded again.
          if (flights.get(key) === flight) flights.delete(key)
          stop.abort(signal?.reason)
        }
      }
    },
  }
}
