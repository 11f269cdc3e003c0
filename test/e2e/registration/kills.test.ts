import { identText, runningConfiguration } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { until } from '../olts/world.ts'
import { startKilledHouse, type KilledHouse } from './killed-service.ts'
import type { Planned, Registration } from './steps.ts'
import { exampleTemplate } from './template.ts'

/** kill -9 of the service while a registration is under way: the next start tells the truth. */
const test = suite('registration: kill -9', { timeoutMs: 400_000 })

const base = '/component/onts_registration'
const port = 'gpon_1/1/1'
const inProgress = ['planned', 'executing', 'verifying', 'rolling_back']

let house!: KilledHouse
let params!: Record<string, string>
test.before(async () => {
  house = await startKilledHouse()
  const body = { ...exampleTemplate('zte-fw21-bridge'), models: [house.modelKey] }
  assert.is((await house.ask('POST', '/component/onts-registration-control', body))?.status, 201)
})
test.after(() => house?.stop())

const inOlt = (ident: string) => house.olt.onus.filter(({ serial }) => identText(serial) === ident)
const appear = (serial: string) => house.olt.do({ do: 'appear', port, serial, type: 'F660' })

/** The first choice of each field. */
async function choices(ident: string): Promise<Record<string, string>> {
  type Field = { key: string; options: { value: string }[] | null }
  const asked = { device: { id: house.id }, ident, params: {} }
  const form = await house.ask<{ fields: Field[] }>('POST', `${base}/form`, asked)
  const chosen = form!.data.fields.flatMap(({ key, options }) =>
    options ? [[key, options[0]!.value] as const] : [],
  )
  return { name: 'contract-7', vlan: '100', ...Object.fromEntries(chosen) }
}

/** Registers an ONU, and kills the service when the OLT is about to do the nth command. */
async function killedAt(ident: string, commands: readonly string[], at: number): Promise<boolean> {
  const body = { device: { id: house.id }, ident, params }
  let next = 0
  let killed: Promise<void> | null = null
  house.watch(line => {
    if (killed || line !== commands[next]) return
    if (next++ === at) killed = house.kill()
  })
  await house.ask('POST', `${base}/register`, body, { 'idempotency-key': `key ${ident} ${at}` })
  house.watch(null)
  await killed
  return killed !== null
}

const runOf = async (ident: string): Promise<Registration> => {
  const path = `${base}/registrations?device_id=${house.id}&ident=${ident}`
  return (await house.ask<Registration[]>('GET', path))!.data[0]!
}

test('after each command in turn: the next start shows the registration as it is, and it can be rolled back', async () => {
  const ident = 'ZTEG0A0000F1'
  appear(ident)
  params = await choices(ident)
  const asked = { device: { id: house.id }, ident, params }
  const plan = await house.ask<Planned>('POST', `${base}/plan`, asked)
  const commands = plan!.data.commands!.map(({ text }) => text)
  const before = runningConfiguration(house.olt)
  for (let at = 0; at < commands.length; at++) {
    const where = `killed at "${commands[at]}" (${at + 1} of ${commands.length})`
    assert.ok(await killedAt(ident, commands, at), where)
    await house.start()
    const run = await until(
      () => runOf(ident),
      one => !inProgress.includes(one.state),
      where,
      160,
    )
    const says = `${where}: ${JSON.stringify(run)}`
    assert.ok(inOlt(ident).length <= 1, says)
    // The same key does not register again.
    const again = await house.ask('POST', `${base}/register`, asked, {
      'idempotency-key': `key ${ident} ${at}`,
    })
    assert.ok(again && [200, 404, 409, 502].includes(again.status), `${says}: ${JSON.stringify(again)}`)
    assert.is(
      (await house.ask<unknown[]>('GET', `${base}/registrations?ident=${ident}`))!.data.length,
      at + 1,
    )
    if (run.state === 'failed') {
      assert.equal([inOlt(ident).length, run.left], [0, []], says)
      assert.is(runningConfiguration(house.olt), before, says)
      continue
    }
    assert.is(inOlt(ident).length, 1, says)
    if (run.state !== 'done') assert.ok(run.open && run.state === 'left' && run.left.length > 0, says)
    const undone = await house.ask<Registration>('POST', `${base}/registrations/${run.id}/rollback`, {})
    assert.equal(
      [undone?.status, undone?.data?.state],
      [200, 'rolled_back'],
      `${says}: ${JSON.stringify(undone)}`,
    )
    assert.is(runningConfiguration(house.olt), before, says)
  }
})
