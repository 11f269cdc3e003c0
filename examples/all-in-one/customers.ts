/** Places, customers and contracts, as an integration with a billing system writes them. */
import type { Client } from './client.ts'
import type { Subscriber } from './readings.ts'
import type { Known, Stored } from './known-device.ts'
import places from './places.json' with { type: 'json' }

interface Point {
  lat: number
  lon: number
}
const first = 'Anna Boris Clara David Eva Frank Greta Hugo Irene Jonas Kira Leo'.split(' ')
const last = 'Adler Brook Cole Dorn Ellis Frost Grant Hale Irving Jensen Knox'.split(' ')
/** Requests at the same time. */
const together = 8
/** Metres of a degree of latitude. */
const degreeM = 111_320

export const placeOf = (name: string): Point | null =>
  (places as Readonly<Record<string, Point>>)[name] ?? null

/** A place some hundred metres from its device: the n-th one on a spiral. */
function near({ lat, lon }: Point, n: number): Point {
  const [metres, angle] = [60 + 12 * Math.sqrt(n) * 5, n * 2.399963]
  const east = (Math.cos(angle) * metres) / (degreeM * Math.cos((lat * Math.PI) / 180))
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lat: round(lat + (Math.sin(angle) * metres) / degreeM), lon: round(lon + east) }
}

/** The contract that the device has in the description of an ONU; ports get the number of their place. */
const contractOf = ({ description }: Stored, device: number, n: number): string =>
  /^contract (\d+)$/.exec(description)?.[1] ?? String(device * 1000 + n)

/**
 * Writes place, name, contract and address of every subscriber to its port or ONU. What has a contract
 * stays as it is. Returns how many were written.
 */
export async function addCustomers(
  client: Client,
  known: readonly Known[],
  subscribers: readonly Subscriber[],
): Promise<number> {
  const changes: { id: number; body: object }[] = []
  for (const { device, refs, stored } of known) {
    const own = subscribers.filter(one => one.device === device.name)
    const ips = new Map(own.toReversed().map(({ at, ip }) => [refs.get(at)?.id, ip]))
    const center = placeOf(device.name)
    for (const [n, one] of stored.entries()) {
      const ip = ips.get(Number(one.bind_key))
      if (one.agreement !== '' || ip === undefined) continue
      const agreement = contractOf(one, device.id, n)
      const name = `${first[(n + device.id) % first.length]} ${last[(n * 7 + device.id) % last.length]}`
      const coordinates = center && near(center, n)
      changes.push({ id: one.id, body: { agreement, comment: name, ip, coordinates } })
    }
  }
  const written = changes.length
  const work = async () => {
    for (let next = changes.shift(); next; next = changes.shift())
      await client.call('PUT', `/device-interface/${next.id}`, next.body)
  }
  await Promise.all(Array.from({ length: together }, work))
  return written
}
