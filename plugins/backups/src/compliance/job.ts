import { createHash } from 'node:crypto'
import { rest } from '@linecard/driver-kit'
import type { Job, JobTools } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { currentOfAll, type Current, type CheckedDevice } from '../current.ts'
import { isCut, linesOf } from '../lines/lines.ts'
import { textOf } from '../versions/read.ts'
import { evaluate } from './evaluate.ts'
import { loadRules, type LoadedRules } from './load.ts'
import { storeChecked, storeRules, type Checked } from './store.ts'
import { tables } from './tables.ts'
import { compilePattern } from '@linecard/template-kit'
import type { Rule } from './rule.ts'

const names = (list: readonly (string | number)[], value: string | null) =>
  value !== null && list.some(one => String(one).toLowerCase() === value.toLowerCase())

/** Whether a rule is for a device. Of a device without a model nobody knows driver, model and type. */
export function isFor({ for: scope = {} }: Rule, device: CheckedDevice): boolean {
  const { driver, model, group, type } = scope
  if (driver && !names(driver, device.driver)) return false
  if (type && !names(type, device.type)) return false
  if (group && !group.includes(device.group.id) && !names(group, device.group.name)) return false
  if (model === undefined) return true
  const compiled = compilePattern(model)
  return device.model_key !== null && compiled.ok && compiled.pattern.test(device.model_key)
}

/** The exception of a device that lasts longest: id, name or address name it. Null: there is none. */
export function exceptionFor({ exceptions = [] }: Rule, { id, name, ip }: CheckedDevice) {
  const own = exceptions.filter(
    ({ device }) => device === id || device === ip || (device === name && name !== ''),
  )
  return own.toSorted((a, b) => b.until.localeCompare(a.until))[0] ?? null
}

/** Days after which a device is checked again anyway: drivers learn to mask more secrets. */
const anewDays = 7

/** Everything that the result depends on. */
function stateOf(base: Base, { hash }: LoadedRules, device: Current): string {
  const day = Math.floor(base.ctx.clock().getTime() / 86_400_000)
  // Not all devices on the same day.
  const turn = Math.floor((day + Math.abs(device.id)) / anewDays)
  return createHash('sha256')
    .update(JSON.stringify([hash, device, turn]))
    .digest('hex')
}

async function check(base: Base, { rules }: LoadedRules, device: Current, state: string): Promise<Checked> {
  const text = await textOf(base, device.content_id)
  const masked = await base.ctx.use('configurations').masked(device.model_key, text)
  const [lines, cut] = [linesOf(masked), isCut(masked)]
  const own = rules.filter(({ rule }) => isFor(rule, device))
  const failed: Checked['failed'] = []
  for (const { rule } of own) {
    const { findings, count } = await evaluate(rule, lines, cut)
    if (count > 0) failed.push({ rule: rule.id, count, findings, excused: exceptionFor(rule, device) })
    await rest(true)
  }
  const { id: device_id, version_id } = device
  return { device_id, version_id, state, rules: own.map(({ rule }) => rule.id), failed }
}

/** Reads the rules and checks the devices for which something has changed. Returns how many. */
export async function checkPending(base: Base, { signal, progress }: Pick<JobTools, 'signal' | 'progress'>) {
  const { ctx } = base
  const folder = ctx.config.compliance_folder
  const loaded = folder === '' ? { rules: [], problems: [], hash: '' } : await loadRules(folder)
  await storeRules(base, loaded)
  if (loaded.rules.length === 0) return { done: 0, failed: 0, problems: loaded.problems.length }
  const known = await tables(ctx.em()).selectFrom('backups_checked').select(['device_id', 'state']).execute()
  const states = new Map(known.map(({ device_id, state }) => [device_id, state]))
  const pending = (await currentOfAll(base))
    .map(device => ({ device, state: stateOf(base, loaded, device) }))
    .filter(({ device, state }) => states.get(device.id) !== state)
  let [done, failed] = [0, 0]
  for (const { device, state } of pending) {
    if (signal.aborted) break
    progress(done + failed, pending.length)
    try {
      await storeChecked(base, await check(base, loaded, device, state))
      done++
    } catch (error) {
      // The device may be gone. Else the next run tries again; other devices do not wait.
      failed++
      ctx.log.warn({ err: error, device_id: device.id }, 'a configuration could not be checked')
    }
  }
  return { done, failed, problems: loaded.problems.length }
}

export const compliance: Job<Base> = {
  summary: 'Checks configurations against the rules, where one of them has changed',
  cron: '*/5 * * * *',
  timeoutSec: 3600,
  async run(base, tools) {
    const { done, failed, problems } = await checkPending(base, tools)
    if (problems > 0)
      tools.log.warn({ problems }, 'rules with mistakes are not used: GET /component/backups/compliance')
    if (done + failed > 0) tools.log.info({ devices: done, failed }, 'configurations checked')
  },
}
