import { cliFindings } from '../cli/check.ts'
import type { Caution } from '../contract/caution.ts'
import { deviceTypes } from '../contract/model.ts'
import { familiesOf, type Driver, type Model } from '../contract/driver.ts'
import type { Family } from '../contract/family.ts'
import type { Implementation } from '../contract/implementation.ts'
import { candidatesOf, conflicts } from './conflicts.ts'
import { notificationFindings } from '../notifications/check.ts'
import { isOid } from '../oid.ts'
import type { Finding } from './finding.ts'

/** Records a finding. */
type Report = (message: string) => void

const isPattern = (pattern: unknown): boolean => pattern instanceof RegExp

/** A pattern must not keep a position between matches, and must not match every text. */
function checkPattern(pattern: RegExp, name: string, say: Report): void {
  // Detection has no code of drivers: what can throw would end it for the models of all drivers.
  if (!isPattern(pattern)) return say(`${name} is no regular expression`)
  if (pattern.global || pattern.sticky)
    say(`${name} ${pattern} has the flag g or y: it would continue after its last match`)
  if (pattern.test('')) say(`${name} ${pattern} matches an empty text, so it matches every device`)
  if (/^\^?\.[*+]|\.[*+]\$?$/.test(pattern.source))
    say(`${name} ${pattern} begins or ends with "anything": remove that, because the longest match wins`)
}

function checkModel(model: Model<unknown>, driverId: string, say: Report): void {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(model.key))
    say('the key is not lower case letters and digits with single underscores')
  if (!model.name) say('has no name')
  if (!deviceTypes.includes(model.type)) say(`"${model.type}" is not one of ${deviceTypes.join(', ')}`)
  if (!model.family?.modules) say('has no family')
  if (model.ports !== undefined && !(Number.isInteger(model.ports) && model.ports > 0))
    say(`has ${model.ports} ports`)
  const candidates = candidatesOf(model)
  if (!candidates.length) say('has no way to be detected')
  for (const { objectId, descr, probes } of candidates) {
    if (objectId === null && !descr)
      say('is detected by neither sysObjectID nor sysDescr: give detect an objectId or a descr')
    if (objectId !== null && objectId !== '1' && !isOid(objectId))
      say(`"${objectId}" is not an OID (digits and dots, no leading dot)`)
    for (const { oid } of probes)
      if (!isOid(oid)) say(`"${oid}" is not an OID (digits and dots, no leading dot)`)
    if (descr) checkPattern(descr, 'sysDescr', say)
    for (const { matches } of probes) if (matches) checkPattern(matches, 'probe', say)
  }
  checkModules(model.modules ?? [], driverId, say, true)
  const { modules = [], console: own = [] } = model.family ?? {}
  checkCautions(model.cautions ?? [], [...(model.modules ?? []), ...modules, ...own], say)
}

function checkModules(
  implementations: readonly Implementation[],
  driverId: string,
  say: Report,
  isModel: boolean,
): void {
  const seen = new Set<string>()
  for (const {
    module: { name, kind, permission },
    override,
  } of implementations) {
    if (seen.has(name) && !override) say(`implements ${name} twice; the second must set override: true`)
    if (override && !seen.has(name) && !isModel)
      say(`overrides ${name}, but no implementation comes before it`)
    seen.add(name)
    const [owner, own] = name.split('.')
    if (!/^[a-z][a-z0-9_]*$/.test(own ?? owner!))
      say(`the module name "${name}" is not lower case letters, digits and underscores`)
    if (own !== undefined && owner !== driverId)
      say(`a module of its own must be named ${driverId}.<name>, not "${name}"`)
    if (kind === 'read' && permission !== 'device_show')
      say(`${name} is a reading module, so its permission is device_show, not "${permission}"`)
  }
}

/** A caution names reading modules that the model has, and never the list by which interfaces are known. */
function checkCautions(
  cautions: readonly Caution[],
  supported: readonly Implementation[],
  say: Report,
): void {
  for (const { modules, reason, everySec } of cautions) {
    if (modules.length === 0) say('has a caution about no module')
    if (reason.trim().length < 20) say('has a caution without a reason that tells anything')
    if (everySec !== undefined && !(everySec >= 60 && everySec <= 604_800))
      say(`has a caution for every ${everySec} s, not 60 to 604800`)
    for (const { name } of modules) {
      const found = supported.find(({ module }) => module.name === name)
      if (!found) say(`has a caution about ${name}, which it does not implement`)
      else if (found.module.kind !== 'read') say(`has a caution about ${name}, which is no reading module`)
      if (name === 'interfaces_list' && everySec === undefined)
        say('has a caution against interfaces_list: without it no interface is known')
    }
  }
}

function checkFamily(
  { id, modules, snmp, cli, console: own, cautions, notifications = [], identity = [] }: Family<unknown>,
  driverId: string,
  say: Report,
): void {
  if (!/^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/.test(id)) say('the id is not lower case letters, digits and dashes')
  if (snmp?.maxRepetitions !== undefined && !(snmp.maxRepetitions >= 1 && snmp.maxRepetitions <= 200))
    say(`maxRepetitions is ${snmp.maxRepetitions}, not 1 to 200`)
  if (snmp?.maxColumns !== undefined && !(snmp.maxColumns >= 1 && snmp.maxColumns <= 60))
    say(`maxColumns is ${snmp.maxColumns}, not 1 to 60`)
  for (const finding of cli ? cliFindings(cli) : []) say(`command line: ${finding}`)
  for (const { command, is, objectId = is, descr } of [identity].flat())
    if (![is, objectId, descr?.pattern ?? is].every(isPattern))
      say(`the identity of "${command}" has what is no regular expression`)
  checkModules(modules, driverId, say, false)
  checkCautions(cautions ?? [], [...modules, ...(own ?? [])], say)
  notificationFindings(notifications, [...modules, ...(own ?? [])]).forEach(say)
}

/**
 * Everything that is wrong with a driver; empty if the driver can be used. `buildIndex` finds contradictions
 * between drivers.
 */
export function checkDriver(driver: Driver): Finding[] {
  const { id, vendor, api, models } = driver
  const findings: Finding[] = []
  const at =
    (where: string): Report =>
    message => {
      findings.push({ where, message })
    }
  const say = at(id || 'driver')
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id ?? ''))
    say('the id is not lower case letters, digits and dashes')
  if (!vendor) say('has no vendor')
  if (api !== 1) say(`is written for version ${String(api)} of the driver contract; this is version 1`)
  if (!models?.length) {
    say('has no models')
    return findings
  }
  const known = new Set<string>()
  for (const family of familiesOf(driver).filter(one => one?.modules)) {
    const sayOfFamily = at(`${id}/${family.id}`)
    if (known.has(family.id)) sayOfFamily('two families have this id')
    known.add(family.id)
    checkFamily(family, id, sayOfFamily)
  }
  for (const model of models) checkModel(model, id, at(`${id}/${model.key}`))
  // What is no pattern cannot be compared.
  const patterns = models
    .flatMap(candidatesOf)
    .flatMap(one => [one.descr, ...one.probes.map(probe => probe.matches)])
  return patterns.every(one => !one || isPattern(one)) ? [...findings, ...conflicts([driver])] : findings
}
