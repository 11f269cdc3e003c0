import { isUnder, type Implementation } from '@linecard/driver-kit'
import { random } from '@linecard/simulator'
import { ask, readers, type Agent, type Answered } from './ask.ts'
import type { Device } from './devices.ts'
import type { Mutant, Mutation } from './mutation.ts'
import { tableJudge } from './tables.ts'
import { judgeAnswer, type Judged, type Verdict } from './verdict.ts'

/** One answer that was checked. */
export interface Checked extends Judged {
  device: string
  mutation: string
  what: string
  module: string
}

export type Sums = Record<Verdict, number>

/** Answers on unchanged recordings, each asked once. */
function baseOf(device: Device) {
  const kept = new Map<object, Map<string, Promise<Answered>>>()
  return (implementation: Implementation, recording: Agent['recording']): Promise<Answered> => {
    const known = kept.get(recording) ?? new Map<string, Promise<Answered>>()
    kept.set(recording, known)
    const { name } = implementation.module
    const answer = known.get(name) ?? ask(device, implementation, { recording, faults: [] })
    known.set(name, answer)
    return answer
  }
}

const reads = ({ touches }: Mutant, { read }: Answered): boolean =>
  touches === undefined || [...read.keys()].some(column => touches.some(one => isUnder(column, one)))

/** Asks one device with all its changes. */
export async function check(
  device: Device,
  mutations: readonly Mutation[],
  seed: number,
): Promise<Checked[]> {
  const base = baseOf(device)
  const asked = readers(device)
  const tables = tableJudge(device)
  const read = new Map<string, number>()
  for (const implementation of asked)
    for (const [column, rows] of (await base(implementation, device.recording)).read) read.set(column, rows)
  const checked: Checked[] = []
  for (const { id, mutants } of mutations) {
    const next = random(`${seed} ${id} ${device.name}`)
    for (const mutant of mutants(device, next, read)) {
      const where = { device: device.name, mutation: id, what: mutant.what }
      if (mutant.tables)
        for (const [module, judged] of await tables(mutant.agent))
          checked.push({ ...where, module, ...judged })
      for (const implementation of asked) {
        const before = await base(implementation, mutant.base ?? device.recording)
        if (before.error !== null || !reads(mutant, before)) continue
        const now = await ask(device, implementation, mutant.agent)
        const judged = judgeAnswer(
          implementation.module.name,
          { mutant, recording: mutant.base ?? device.recording },
          before,
          now,
        )
        checked.push({ ...where, module: implementation.module.name, ...judged })
      }
    }
  }
  return checked
}
