import { identText, runningConfiguration, type SimulatedOlt } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { until } from '../olts/world.ts'
import { startKilledHouse, type KilledHouse } from './killed-service.ts'
import type { Registration } from './steps.ts'
import { exampleTemplate } from './template.ts'

/** kill -9 of the service in a cut-over between two OLTs: it goes on, and does nothing twice. */
const test = suite('registration: kill -9 in a cut-over', { timeoutMs: 400_000, level: 'full' })

const base = '/component/onts_registration'
const port = 'gpon_1/1/1'

interface Batch {
  id: number
  state: string
  rows: { ident: string; state: string; error: { code: string; description: string } | null }[]
}

let house!: KilledHouse
test.before(async () => {
  house = await startKilledHouse()
  const body = { ...exampleTemplate('zte-fw21-bridge'), models: [house.modelKey] }
  assert.is((await house.ask('POST', '/component/onts-registration-control', body))?.status, 201)
})
test.after(() => house?.stop())

const has = (olt: SimulatedOlt, ident: string) =>
  olt.onus.filter(({ serial }) => identText(serial) === ident).length
const appear = (olt: SimulatedOlt, serial: string) => olt.do({ do: 'appear', port, serial, type: 'F660' })

async function good<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await house.ask<T>(method, `${base}/${path}`, body)
  assert.ok(answer && answer.status < 300, `${path}: ${JSON.stringify(answer)}`)
  return answer!.data
}
/** Null: the service is too busy to tell. */
const batchNow = async (id: number): Promise<Batch | null> => {
  const answer = await house.ask<Batch>('GET', `${base}/batches/${id}`)
  return answer?.status === 200 ? answer.data : null
}
const runsOf = (device: number, ident: string) =>
  good<Registration[]>('GET', `registrations?device_id=${device}&ident=${ident}`)

/** The first choice of each field. */
async function choices(ident: string): Promise<Record<string, string>> {
  type Field = { key: string; options: { value: string }[] | null }
  const { fields } = await good<{ fields: Field[] }>('POST', 'form', {
    device: { id: house.id },
    ident,
    params: {},
  })
  const chosen = fields.flatMap(({ key, options }) => (options ? [[key, options[0]!.value] as const] : []))
  return { name: 'contract-7', vlan: '100', ...Object.fromEntries(chosen) }
}

/** Two ONUs that are registered on the first OLT, and wait on the other one. */
async function twoMoving(idents: readonly string[]): Promise<Batch> {
  for (const ident of idents) {
    appear(house.olt, ident)
    const body = { device: { id: house.id }, ident, params: await choices(ident) }
    assert.is((await good<Registration>('POST', 'register', body)).state, 'done')
    house.olt.do({ do: 'fibre-cut', onu: ident })
    appear(house.other.olt, ident)
  }
  return good<Batch>('POST', 'cut-over', {
    from: { device: { id: house.id }, port },
    to: { device: { id: house.other.id }, port },
  })
}

/** Where the service is killed: at the first of these lines on one of the OLTs, after the nth ONU stands there. */
const moments: readonly [what: string, on: 'olt' | 'other', line: RegExp, stands: number][] = [
  ['in the first registration', 'other', /^tcont /, 0],
  ['at the first removal', 'olt', /^no onu /, 1],
  ['in the second registration', 'other', /^tcont /, 1],
  ['at the end of the second removal', 'olt', /^write/, 2],
]

for (const [at, [what, on, line, stands]] of moments.entries())
  test(`killed ${what}: the cut-over goes on: nothing is registered twice, and nothing is left out`, async () => {
    const bare = runningConfiguration(house.olt)
    const idents = [1, 2].map(nth => `ZTEG0A00E${at}0${nth}`)
    const { id } = await twoMoving(idents)
    let killed: Promise<void> | null = null
    // The last ONU is in the act of coming while its own registration goes on.
    const there = () =>
      idents.filter(ident => has(house.other.olt, ident) > 0 && (on === 'olt' || has(house.olt, ident) === 0))
    house.watch((text, olt) => {
      const here = olt === (on === 'olt' ? house.olt : house.other.olt)
      if (!killed && here && line.test(text) && there().length >= stands) killed = house.kill()
    })
    await good('POST', `batches/${id}/start`, {})
    await until(
      async () => killed,
      one => one !== null,
      what,
      240,
    )
    house.watch(null)
    await killed
    await house.start()
    const stopped = await until(
      () => batchNow(id),
      batch => batch !== null && batch.state !== 'running',
      `${what}: stopped`,
      240,
    )
    assert.is(stopped!.state, 'stopped', JSON.stringify(stopped))
    for (const ident of idents) {
      // A run of the killed process is decided after the start: the OLT is looked at.
      const decided = await until(
        () => runsOf(house.other.id, ident),
        runs => runs.every(run => !run.open || run.left.length > 0),
        `${what}: decided`,
        400,
      )
      // What a person does who reads that something is left.
      for (const run of decided) if (run.open) await good('POST', `registrations/${run.id}/rollback`, {})
    }
    await good('POST', `batches/${id}/start`, { retry: true })
    const end = await until(
      () => batchNow(id),
      batch => batch?.state === 'done',
      `${what}: done`,
      400,
    )
    for (const ident of idents) {
      const row = end!.rows.find(one => one.ident === ident)
      assert.is(row?.state, 'done', JSON.stringify(end))
      assert.equal([has(house.olt, ident), has(house.other.olt, ident)], [0, 1], ident)
      const runs = [...(await runsOf(house.other.id, ident)), ...(await runsOf(house.id, ident))]
      const count = (kind: string, device: number) =>
        runs.filter(run => run.kind === kind && run.state === 'done' && run.device?.id === device).length
      assert.equal(
        [count('register', house.other.id), count('remove', house.id)],
        [1, 1],
        JSON.stringify(runs),
      )
      assert.ok(!runs.some(({ open }) => open), JSON.stringify(runs))
    }
    assert.is(runningConfiguration(house.olt), bare)
  })
