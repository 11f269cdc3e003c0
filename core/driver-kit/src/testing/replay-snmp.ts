import { DeviceError } from '../contract/errors.ts'
import type { ColumnsAnswer, SnmpSession, Varbind } from '../contract/snmp.ts'
import { isUnder } from '../oid.ts'
import { recordingOf, type Recording } from '../recording/index.ts'

/** SNMP that answers from a recording. Reads after a `set` see the written values. */
export function replaySnmp(
  source: Recording,
  walked: readonly string[] | undefined,
  unrecorded: Set<string>,
  sent: Varbind[],
  onAnswer: () => void,
  contexts: ReadonlyMap<string, Recording> = new Map(),
): SnmpSession & { write(varbinds: readonly Varbind[]): void; remove(oids: readonly string[]): void } {
  let recording = source
  const write = (varbinds: readonly Varbind[]) => {
    const written = new Map(varbinds.map(varbind => [varbind.oid, varbind]))
    // Values that were there keep their places: nothing has to be sorted.
    const kept = [...recording].map(old => written.get(old.oid) ?? old)
    recording = recordingOf([...kept, ...[...written.values()].filter(({ oid }) => !recording.get(oid))])
  }
  const demand = (oid: string) => {
    onAnswer()
    if (!walked || walked.some(subtree => isUnder(oid, subtree))) return
    unrecorded.add(oid)
    throw new Error(`the recording has no ${oid}: it is in no subtree of "walked" in its device.json`)
  }
  return {
    async get(oids, { also = [] } = {}) {
      const found = new Map<string, Varbind>()
      for (const oid of also) if (recording.get(oid)) found.set(oid, recording.get(oid)!)
      for (const oid of oids) {
        const varbind = recording.get(oid)
        if (varbind) found.set(oid, varbind)
        else demand(oid)
      }
      onAnswer()
      return found
    },
    async columns(oids, { under, maxRows = 100_000, context, also } = {}) {
      const view = context ? contexts.get(context.name) : recording
      if (!view) throw new DeviceError('DeviceTimeout', `the recording has no context "${context!.name}"`)
      const answer: ColumnsAnswer = { columns: [], missing: [] }
      for (const oid of oids) {
        demand(oid)
        const rows = new Map<string, Varbind>()
        for (const varbind of view.below(under ? `${oid}.${under}` : oid)) {
          if (rows.size === maxRows) {
            answer.missing.push({ what: oid, reason: 'row_limit', rows: maxRows })
            break
          }
          rows.set(varbind.oid.slice(oid.length + 1), varbind)
        }
        answer.columns.push(rows)
      }
      if (also)
        answer.also = new Map(
          also.flatMap(oid => [[oid, recording.get(oid)!]] as const).filter(([, cell]) => cell),
        )
      return answer
    },
    async set(varbinds) {
      onAnswer()
      sent.push(...varbinds)
      write(varbinds)
    },
    write,
    remove(oids) {
      recording = recordingOf(
        [...recording].filter(({ oid }) => !oids.some(one => one === oid || isUnder(oid, one))),
      )
    },
  }
}
