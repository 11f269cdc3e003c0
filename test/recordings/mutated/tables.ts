import { DeviceError, type Module } from '@linecard/driver-kit'
import { interfacesList, linkInfo } from '@linecard/driver-kit/modules'
import { compareWhole } from '../areas/whole/index.ts'
import { portsOf, readAnswers } from '../answers.ts'
import type { Outcome } from '../areas/index.ts'
import { ask, type Agent } from './ask.ts'
import type { Device } from './devices.ts'
import type { Judged, Verdict } from './verdict.ts'

async function outcomesOf(device: Device, agent: Agent): Promise<Outcome[]> {
  const { known, recording } = { ...device, recording: agent.recording }
  const call = async ({ name }: Module) => {
    const implementation = known.modules.get(name)
    if (!implementation) throw new DeviceError('Unsupported', `${known.model.name} does not have ${name}`)
    const { data, missing, error, bug } = await ask(device, implementation, agent)
    if (bug) throw new Error(`${device.name} ${name}: ${error}`)
    // An error says that nothing is known: for the comparison it is a refusal.
    if (error !== null) throw new DeviceError('Unsupported', error, { missing })
    return { data, meta: { missing } }
  }
  const { answers, gaps } = await readAnswers(call)
  return compareWhole({
    name: device.name,
    vendor: known.driver.id,
    driver: known.driver.id,
    recording,
    wrapped: new Set(),
    expected: {},
    ports: portsOf(answers),
    answers,
    gaps,
  })
}

/** Without these modules a device has no ports to compare. */
const needed: readonly Module[] = [interfacesList, linkInfo]

const verdictOf = ({ result, ours }: Outcome): Verdict =>
  result === 'equal'
    ? 'equal'
    : result === 'said'
      ? 'said'
      : result === 'explained'
        ? 'proved'
        : ours === null
          ? 'silent'
          : 'wrong'

/**
 * The standard tables of a changed recording against the answers, one verdict for each table. Rows that
 * differ on the unchanged recording too do not count: an invented recording contradicts itself in places.
 */
export function tableJudge(device: Device): (agent: Agent) => Promise<[string, Judged][]> {
  if (!needed.every(({ name }) => device.known.modules.has(name))) return async () => []
  let known: Promise<ReadonlySet<string>> | undefined
  return async agent => {
    known ??= differing(device)
    return judgeTables(device, agent, await known)
  }
}

const differing = async (device: Device): Promise<ReadonlySet<string>> => {
  const before = await outcomesOf(device, { recording: device.recording, faults: [] })
  return new Set(
    before.flatMap(({ area, key, result }) => (result === 'different' ? [`${area} ${key}`] : [])),
  )
}

async function judgeTables(
  device: Device,
  agent: Agent,
  known: ReadonlySet<string>,
): Promise<[string, Judged][]> {
  const after = (await outcomesOf(device, agent)).filter(
    ({ area, key, result }) => result !== 'ours' && !known.has(`${area} ${key}`),
  )
  const worst: readonly Verdict[] = ['wrong', 'silent', 'said', 'proved', 'equal']
  return [...Map.groupBy(after, ({ area }) => area)].map(([area, rows]) => {
    const verdict = worst.find(one => rows.some(row => verdictOf(row) === one))!
    const why = rows
      .filter(row => ['wrong', 'silent'].includes(verdictOf(row)))
      .map(({ key, theirs, ours }) => ({ kind: 'value' as const, path: key, was: theirs, is: ours }))
    return [area, { verdict, why }]
  })
}
