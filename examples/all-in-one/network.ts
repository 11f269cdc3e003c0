/**
 * The network of the demo, in a process of its own as real equipment is. It began a day ago. Sends the
 * addresses of the devices over IPC when all of them answer. With `--day` it keeps what they were every ten
 * minutes of that day, and gives it moment by moment.
 */
import { fileURLToPath } from 'node:url'
import { readScene, startScene, type Scene, type SimulatedOlt, type OltEvent } from '@linecard/simulator'
import type { Place } from './add-devices.ts'
import { placeOf } from './customers.ts'
import { momentOf, subscribersOf } from './day.ts'
import type { Moment, Subscriber } from './readings.ts'

/** What the demo asks of its network. */
export type Order = { ask: 'moment' | 'subscribers' } | { ask: 'event'; device: string; event: OltEvent }
/** What the network tells. */
export type Told =
  | { places: Place[] }
  | { moment: Moment }
  | { subscribers: Subscriber[] }
  /** An order is done. */
  | { done: Order['ask'] }

const [stepMs, dayMs] = [600_000, 86_400_000]

/** What happens once in the script of an OLT happens when the demo runs, not in the day before. */
const aged = (scene: Scene): Scene => ({
  ...scene,
  devices: scene.devices.map(plan =>
    plan.kind !== 'olt' || !plan.script
      ? plan
      : {
          ...plan,
          script: plan.script.map(one => (one.every ? one : { ...one, at: one.at + dayMs / 1000 })),
        },
  ),
})

/** The first three numbers of all addresses: a second demo on a machine needs others. */
const net = process.env['DEMO_NETWORK'] ?? '127.0.10'
const moved = (scene: Scene): Scene => ({
  ...scene,
  devices: scene.devices.map(plan => ({ ...plan, ip: plan.ip.replace(/^.*(?=\.)/, net) })),
})

const { scene: given, folder } = readScene(fileURLToPath(new URL('scene.json', import.meta.url)))
const scene = moved(given)
/** Where the clock of the network stands; null: it goes. */
let past: number | null = Date.now() - dayMs
const begin = past
const clock = { now: () => past ?? Date.now() }
const running = await startScene(aged(scene), { folder, clock }).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const stop = async () => {
  await running.stop()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// The demo has ended, and its network must end too.
process.once('disconnect', stop)

const day: Moment[] = []
if (process.argv.includes('--day'))
  for (past = Math.ceil(begin / stepMs) * stepMs; past <= Date.now(); past += stepMs)
    day.push(momentOf(running, past))
past = null
/** The FDBs are written every half hour: also of this moment. */
const middle = day[Math.floor(day.length / 6) * 3]

const places = running.devices.map(
  ({ name, ip, port, kind, console, api }, at): Place & { name: string; kind: string } => {
    const plan = scene.devices[at]!
    const { login, password, enable } =
      plan.kind === 'switch' || plan.kind === 'olt'
        ? (plan.console ?? {})
        : plan.kind === 'router-os'
          ? { enable: undefined, ...plan.api }
          : {}
    const protocol = console?.ssh ? 'ssh' : 'telnet'
    return {
      name,
      ip,
      port,
      kind,
      ...('location' in plan && { location: plan.location }),
      coordinates: placeOf(name),
      community: 'public',
      ...(console && login && password
        ? { console: { protocol, port: console[protocol]!, login, password, ...(enable && { enable }) } }
        : {}),
      ...(api?.port && login && password ? { routerOs: { port: api.port, login, password } } : {}),
    }
  },
)

const tell = (told: Told) => process.send?.(told)
process.on('message', (order: Order) => {
  if (order.ask === 'event') {
    const olt = running.devices.find(({ name }) => name === order.device)?.simulated as SimulatedOlt
    olt.do(order.event)
  } else if (order.ask === 'subscribers') tell({ subscribers: subscribersOf(running, Date.now(), middle) })
  else for (const moment of day.splice(0, 1)) tell({ moment })
  tell({ done: order.ask })
})
tell({ places })
