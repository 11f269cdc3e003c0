import { boot } from '@linecard/kernel'
import {
  ApiError,
  CommandError,
  DeliveryFailed,
  type Installation,
  type Metric,
  type Plugin,
  type Polled,
} from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { code, throwing } from './bad-packages/hollow.ts'
import { makeSite, type Site } from './bad-packages/world.ts'

/** Every function of the contract of plugins throws once, and the operator finds whose it was and where. */
const test = suite('errors in every slot', { level: 'full' })

type Callable = (...args: never[]) => unknown
type FunctionIn<E> = {
  [K in keyof E]-?: Extract<NonNullable<E[K]>, Callable> extends never ? never : K
}[keyof E]
type EntryOf<S extends keyof Plugin> =
  NonNullable<Plugin[S]> extends Readonly<Record<string, infer E>> ? E : never
type EntryFunction = {
  [S in keyof Plugin]-?: `${S}.${FunctionIn<EntryOf<S>> & string}`
}[keyof Plugin]
/**
 * All functions of the contract: the types find them. `setup` and `routes` begin: what they throw is the
 * reason why the plugin does not run. `doctor` runs in a process without components.
 */
type SlotFunction =
  | EntryFunction
  | Exclude<FunctionIn<Plugin>, 'setup' | 'routes' | 'doctor'>
  | `metrics.${FunctionIn<Metric> & string}`
  | 'routes.handler'
  | 'http.handler'

let site!: Site
let run!: Awaited<ReturnType<typeof boot>>
let installation!: Installation
test.before(async () => {
  site = await makeSite([{ id: 'hollow', code }])
  run = await boot({ configFile: site.configFile, env: { LINECARD_LOG_LEVEL: 'silent' } })
  installation = run.use('installation')
  assert.equal([(await shown()).state, (await shown()).reason], ['ready', null])
})
test.after(async () => {
  throwing(null)
  await run?.stop()
  await site?.remove()
})

const mine = <T extends { component: string }>(all: readonly T[]): T =>
  all.find(({ component }) => component === 'hollow')!
const poller = () => mine(installation.pollers())
const channel = () => mine(installation.channels())
const never = {} as never
const off = async () => installation.setEnabled('hollow', false)
const on = async () => installation.setEnabled('hollow', true)
const store = async (of: string) => {
  const { stores } = installation.pollers().find(({ key }) => key === of)!
  await mine(stores).store({} as Polled)
}

/** How each function is called as the service calls it. */
const calls: Readonly<Record<SlotFunction, () => unknown>> = {
  metrics: () => installation.metrics(),
  'metrics.collect': () => installation.metrics(),
  usage: () => installation.usage(never),
  rules: () => installation.rules(),
  'jobs.run': () => run.request({ method: 'POST', path: '/system-schedule/hollow.work/run' }),
  'pollers.store': () => store('hollow_rows'),
  'pollers.every': () => installation.pollers(),
  'pollers.argsFor': () => poller().argsFor!({ device: {}, model: {} }, 'x'),
  'keeps.keep': () => mine(installation.keeps()).keep([]),
  'pollStores.store': () => store('interfaces_status'),
  'conditions.holding': () => mine(installation.conditions()).holding(never),
  'channels.missing': () => channel().missing(),
  'channels.check': () => channel().check('x'),
  'channels.shown': () => channel().shown('x'),
  'channels.send': () => channel().send(never, never, never),
  'commands.run': () => run.command({ component: 'hollow', name: 'say' }, never, [], {}),
  'search.find': () => mine(installation.searchSources()).find(never, never),
  'places.near': () => mine(installation.placeSources()).near(never, never),
  'routes.handler': () => run.request({ method: 'GET', path: '/hollow' }),
  'http.handler': () => run.request({ method: 'GET', path: '/component/hollow' }),
  stop: off,
  started: on,
}

interface Shown {
  state: string
  reason: string | null
  error_count: number
  last_error: { message: string } | null
}
async function shown(): Promise<Shown> {
  const { body } = await run.request({ method: 'GET', path: '/system-components/hollow' })
  return (body as { data: Shown }).data
}

for (const [name, call] of Object.entries(calls))
  test(`${name}: what it throws is counted, with file and line, and the plugin is degraded`, async () => {
    await off()
    if (name !== 'started') await on()
    const before = await shown()
    throwing(name)
    // Whoever calls it may be told, or not.
    await (async () => call())().catch(() => undefined)
    const after = await until('it is counted', async () => {
      const now = await shown()
      return now.error_count > before.error_count ? now : null
    })
    throwing(null)
    assert.is(after.error_count, before.error_count + 1)
    assert.match(
      after.last_error!.message,
      new RegExp(`^in ${name.replace('.', '\\.')} \\(index\\.js:\\d+\\)$`),
    )
    const { state, reason } = after
    if (name === 'started') assert.equal([state, reason], ['failed', 'in started'])
    else if (name !== 'stop')
      assert.equal(
        [state, reason],
        ['degraded', `threw ${after.error_count} times, at last: ${after.last_error!.message}`],
      )
  })

test('what a person can correct and a receiver that does not take a message are charged to nobody', async () => {
  await off()
  await on()
  const before = await shown()
  for (const [name, error] of [
    ['commands.run', new CommandError('no such room')],
    ['channels.send', new DeliveryFailed('no such pigeon', { again: false })],
    ['channels.check', new ApiError('VALIDATION_ERROR', 'HOLLOW_NAME', 'no name')],
  ] as const) {
    throwing(name, error)
    const told = await (async () => calls[name]())().catch((reason: unknown) => reason)
    assert.is(told, error, name)
  }
  throwing(null)
  assert.equal(await shown(), before)
})
