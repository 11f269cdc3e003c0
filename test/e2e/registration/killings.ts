import { identText, runningConfiguration } from '@linecard/simulator'
import { assert } from '@linecard/test-kit'
import { until } from '../olts/world.ts'
import { leadIn, nthOf, onceAt } from './cuts.ts'
import type { KilledHouse } from './killed-service.ts'
import type { Planned, Registration } from './steps.ts'
import { exampleTemplate } from './template.ts'

const base = '/component/onts_registration'
const inProgress = new Set(['planned', 'executing', 'verifying', 'rolling_back'])
type Texts = readonly string[]

/** One ONU of a house, whose registration is killed again and again. */
export interface Killing {
  house: KilledHouse
  ident: string
  commands: Texts
  undo: Texts
  /** Lines of the console before the commands of a registration. */
  lead: Texts
  /** The configuration without the ONU. */
  before: string
  register(key?: string): ReturnType<KilledHouse['ask']>
}

/** An ONU for a house of ZTE. */
export const killedOnu = {
  port: 'gpon_1/1/1',
  ident: 'ZTEG0A0000F1',
  params: { name: 'contract-7', vlan: '100' },
}

/** What is left of a roll-back that did not come to its end. */
export const isCutUndo = (left: string): boolean => left.startsWith('the undo ended after ')

export const inOlt = ({ house, ident }: Killing): number =>
  house.olt.onus.filter(({ serial }) => identText(serial) === ident).length
const newest = async ({ house, ident }: Killing): Promise<Registration[]> => {
  const path = `${base}/registrations?device_id=${house.id}&ident=${ident}`
  return (await house.ask<Registration[]>('GET', path))!.data.toSorted((a, b) => b.id - a.id)
}

/** Stores the example, connects an ONU, registers it once and rolls it back. */
export async function killing(
  house: KilledHouse,
  example: string,
  onu: { port: string; ident: string; params: Record<string, string> },
): Promise<Killing> {
  const { port, ident } = onu
  const template = { ...exampleTemplate(example), models: [house.modelKey] }
  assert.is((await house.ask('POST', '/component/onts-registration-control', template))?.status, 201)
  house.olt.do({ do: 'appear', port, serial: ident, type: 'F660' })
  type Field = { key: string; options: { value: string }[] | null }
  const asked = { device: { id: house.id }, ident, params: {} }
  const form = await house.ask<{ fields: Field[] }>('POST', `${base}/form`, asked)
  const choices = form!.data.fields.flatMap(({ key, options }) =>
    options ? [[key, options[0]!.value] as const] : [],
  )
  const body = { ...asked, params: { ...onu.params, ...Object.fromEntries(choices) } }
  const { data: plan } = (await house.ask<Planned>('POST', `${base}/plan`, body))!
  const [commands, undo] = [plan.commands!, plan.undo!].map(list => list.map(({ text }) => text))
  const register: Killing['register'] = key =>
    house.ask('POST', `${base}/register`, body, key ? { 'idempotency-key': key } : {})
  const before = runningConfiguration(house.olt)
  const lines: string[] = []
  house.watch(line => void lines.push(line))
  const whole = await register()
  house.watch(null)
  assert.is(whole?.status, 200, JSON.stringify(whole))
  const one = { house, ident, commands: commands!, undo: undo!, before, register }
  const self = { ...one, lead: leadIn(lines, one.commands) }
  await removed(self, (await newest(self))[0]!.id, 'not killed')
  return self
}

async function removed({ house, before }: Killing, id: number, says: string): Promise<void> {
  const undone = await house.ask<Registration>('POST', `${base}/registrations/${id}/rollback`, {})
  const { status, data } = undone!
  assert.equal(
    [status, data?.state, data?.left],
    [200, 'rolled_back', []],
    `${says}: ${JSON.stringify(undone)}`,
  )
  assert.is(runningConfiguration(house.olt), before, says)
}

/** True once, at the command with this index. */
export function reached({ commands, lead }: Killing, index: number): (line: string) => boolean {
  const here = onceAt(commands[index]!, nthOf(commands, index, lead))
  return line => here.test(line)
}

/** Registers, and kills the service where `at` says so. `cut` says where the session ends before that. */
async function killed(one: Killing, where: string, at: (line: string) => boolean, cut = at): Promise<void> {
  const { house } = one
  const known = (await newest(one)).length
  let end: Promise<void> | null = null
  const typed: string[] = []
  house.watch(line => {
    typed.push(line.trim())
    if (end === null && at(line)) end = house.kill()
    return end === null && cut !== at && cut(line)
  })
  const answer = await one.register(`key ${where}`)
  house.watch(null)
  assert.ok(end !== null, `${where}: not reached by ${typed.join('; ')}: ${JSON.stringify(answer)}`)
  await end
  await house.start()
  assert.is((await newest(one)).length, known + 1, where)
}

const ended = (one: Killing, where: string): Promise<Registration> =>
  until(
    async () => (await newest(one))[0]!,
    ({ state }) => !inProgress.has(state),
    where,
    600,
  )

/**
 * Kills the service, and starts it again: it says what the OLT has, the same request does not register again,
 * and what is left can be rolled back.
 */
export async function killedAt(
  one: Killing,
  where: string,
  at: (line: string) => boolean,
  cut?: (line: string) => boolean,
): Promise<Registration> {
  await killed(one, where, at, cut)
  const { house } = one
  const run = await ended(one, where)
  const says = `${where}: ${JSON.stringify(run)}`
  const now = runningConfiguration(house.olt)
  const again = await one.register(`key ${where}`)
  assert.ok(again && [200, 404, 409, 502].includes(again.status), `${says}: ${JSON.stringify(again)}`)
  assert.equal([(await newest(one))[0]!.id, runningConfiguration(one.house.olt)], [run.id, now], says)
  if (['failed', 'rolled_back'].includes(run.state)) {
    assert.equal([inOlt(one), run.left, now], [0, [], one.before], says)
    return run
  }
  if (run.state === 'done') assert.is(inOlt(one), 1, says)
  else {
    assert.ok(run.open && run.state === 'left' && run.left.length > 0, says)
    const seen = await house.ask<Registration>('POST', `${base}/registrations/${run.id}/verify`, {})
    assert.equal([seen?.data.state, seen?.data.left], ['left', run.left], `${says}: ${JSON.stringify(seen)}`)
  }
  await removed(one, run.id, says)
  return run
}

/** Kills the service, and starts it while the OLT is silent: nobody knows what it has, until it answers. */
export async function killedAndSilent(one: Killing, index: number): Promise<void> {
  const { house } = one
  const where = `killed at "${one.commands[index]}", and silent then`
  const here = reached(one, index)
  await killed(one, where, line => {
    const is = here(line)
    if (is) house.silence(true)
    return is
  })
  // Nothing answers: the next start waits for its readings.
  const run = await ended(one, where)
  assert.equal([run.state, run.open, run.seen], ['unknown', true, null], JSON.stringify(run))
  house.silence(false)
  const seen = await house.ask<Registration>('POST', `${base}/registrations/${run.id}/verify`, {})
  const says = `${where}: ${JSON.stringify(seen)}`
  assert.equal([seen?.status, seen?.data.state], [200, inOlt(one) ? 'left' : 'failed'], says)
  if (inOlt(one)) await removed(one, run.id, says)
  assert.is(runningConfiguration(house.olt), one.before, says)
}

/** Commands in the first half. */
export const half = ({ commands }: Killing): number => Math.ceil(commands.length / 2)

/** Kills the service at these commands of a registration in turn. */
export async function killedInTurn(one: Killing, from = 0, to = one.commands.length): Promise<void> {
  for (const [at, command] of one.commands.entries())
    if (at >= from && at < to)
      await killedAt(one, `at "${command}" (${at + 1} of ${one.commands.length})`, reached(one, at))
}
