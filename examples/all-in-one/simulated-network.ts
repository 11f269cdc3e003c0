import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OltEvent } from '@linecard/simulator'
import { StartError } from '@linecard/kernel'
import { writeCompiled } from '@linecard/kernel/compile-cache'
import type { Place } from './add-devices.ts'
import type { Moment, Subscriber } from './readings.ts'
import type { Order, Told } from './network.ts'

/** The network of the demo, which runs in a process of its own. */
export interface SimulatedNetwork {
  places: Promise<Place[]>
  /** The past day, one moment after the other; nothing if it was started without it. */
  day(): AsyncIterable<Moment>
  subscribers(): Promise<Subscriber[]>
  /** Something happens at an OLT now. */
  happen(device: string, event: OltEvent): Promise<void>
  stop(): void
}

/** Gives an order, and collects what is told until it is done. */
function give(child: ChildProcess, order: Order): Promise<Told[]> {
  const told: Told[] = []
  return new Promise((resolve, reject) => {
    const end = () => {
      child.off('message', listen)
      child.off('exit', died)
    }
    const listen = (one: Told) => {
      if (!('done' in one)) told.push(one)
      else if (one.done === order.ask) {
        end()
        resolve(told)
      }
    }
    const died = () => {
      end()
      reject(new Error('the simulated network has ended: stop the demo, and start it again'))
    }
    child.on('message', listen)
    child.once('exit', died)
    child.send(order)
  })
}

/** Starts it. `withDay`: it keeps what it was in the past day. */
export function startNetwork({ withDay }: { withDay: boolean }): SimulatedNetwork {
  // It loads much of what this process has loaded.
  writeCompiled()
  const child = fork(fileURLToPath(new URL('network.ts', import.meta.url)), withDay ? ['--day'] : [])
  const started = once(child, 'message').then(([told]) => (told as { places: Place[] }).places)
  const ended = once(child, 'exit').then(() => {
    throw new StartError('the simulated network did not start: is another demo running?')
  })
  const places = Promise.race([started, ended])
  ended.catch(() => undefined)
  return {
    places,
    async *day() {
      for (;;) {
        const [told] = await give(child, { ask: 'moment' })
        if (!told || !('moment' in told)) return
        yield told.moment
      }
    },
    subscribers: async () =>
      (await give(child, { ask: 'subscribers' })).flatMap(told =>
        'subscribers' in told ? told.subscribers : [],
      ),
    happen: async (device, event) => void (await give(child, { ask: 'event', device, event })),
    stop: () => void child.kill(),
  }
}
