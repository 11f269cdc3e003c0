import { factsOf } from '../contract/driver.ts'
import { DeviceError, type Missing } from '../contract/errors.ts'
import type { Family } from '../contract/family.ts'
import type { Module } from '../contract/module.ts'
import type { ExpectedPort } from '../contract/port.ts'
import type { Session } from '../contract/session.ts'
import { snmpOff, type Varbind, type ColumnsAnswer, type SnmpSession } from '../contract/snmp.ts'
import type { KnownModel } from '../detection/driver-index.ts'
import { type Recording, recordingOf } from '../recording/index.ts'
import { interfacesList } from '../modules/index.ts'
import { createProver } from '../ports/index.ts'
import { replayCli, type RecordedCommand } from './replay-cli.ts'
import { replayRouterOs, type RecordedApi } from './replay-router-os.ts'
import { isUnder } from '../oid.ts'

/** SNMP that answers from a recording. Reads after a `set` see the written values. */
function replaySnmp(
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

/** The session of a recorded device, with the changes that were made to it. */
export interface Replay extends Session {
  readonly reports: Missing[]
  /** OIDs and commands that the recording does not cover, so that it cannot say that they are absent. */
  readonly unrecorded: ReadonlySet<string>
  /** What was written over SNMP, in order. Later reads see it. */
  readonly sent: Varbind[]
  /** Commands in order: of the console with their mode, changes of the RouterOS API with their words. */
  readonly typed: string[]
}

/** What a recorded device has beside its SNMP values, and how far the recording reaches. */
export interface ReplayOptions {
  /** Subtrees that were walked completely. Everything by default. */
  walked?: readonly string[]
  /** Commands of the console and their answers. */
  cli?: readonly RecordedCommand[]
  /** Answers of the RouterOS API. By default the API refuses the login. */
  api?: RecordedApi | null
  /** Other views of the agent by the name of their SNMP context. Any other context does not answer. */
  contexts?: ReadonlyMap<string, Recording>
  /** There is a login to the console, and reading modules may use it. */
  console?: boolean
  /** SNMP is off, and reading modules are answered from the console. */
  consoleOnly?: boolean
  /** The port that the caller means. */
  expected?: ExpectedPort | null
}

/** Makes a value on first use and keeps it. Calls during that time wait for the same value. */
function once(
  kept: Map<string, Promise<unknown>>,
  key: string,
  make: () => Promise<unknown>,
): Promise<unknown> {
  const made = kept.get(key) ?? make()
  kept.set(key, made)
  return made
}

/** A session on a recording, as the driver's functions get it from the service. */
export function replaySession(
  recording: Recording,
  { model, modules, family }: Pick<KnownModel, 'model' | 'modules'> & { family?: Pick<Family, 'cli'> },
  {
    walked,
    cli = [],
    api = null,
    contexts,
    console = false,
    consoleOnly = false,
    expected = null,
  }: ReplayOptions = {},
): Replay {
  const reports: Missing[] = []
  const unrecorded = new Set<string>()
  const sent: Varbind[] = []
  const typed: string[] = []
  const answers = new Map<string, Promise<unknown>>()
  const memos = new Map<string, Promise<unknown>>()
  let answered = false
  const onAnswer = () => {
    answered = true
  }
  const snmp = replaySnmp(recording, walked, unrecorded, sent, onAnswer, contexts)
  const ip = '192.0.2.1'
  const prover = createProver({
    snmp: consoleOnly ? snmpOff(ip) : snmp,
    expected,
    strict: false,
    readList: () => session.call(interfacesList, {}, { again: true }),
  })
  const session: Replay = {
    ip,
    model: factsOf(model),
    snmp: prover.snmp,
    port: prover.port,
    cli: replayCli(family?.cli, cli, unrecorded, typed, onAnswer, snmp),
    routerOs: replayRouterOs(api, unrecorded, typed, onAnswer),
    signal: new AbortController().signal,
    reports,
    unrecorded,
    sent,
    typed,
    access: { console: console || consoleOnly, prefer: 'snmp' },
    answeredBy: new Map(),
    get answered() {
      return answered
    },
    report: (missing, held) => {
      if (!held) reports.push(missing)
    },
    memo: <T>(key: string, make: () => Promise<T>) => once(memos, key, make) as Promise<T>,
    call: <R>({ name }: Pick<Module, 'name'>, args: unknown, { again }: { again?: true } = {}) => {
      const key = `${name} ${JSON.stringify(args)}`
      if (again) answers.delete(key)
      return once(answers, key, async () => {
        const implementation = modules.get(name)
        if (!implementation)
          throw new DeviceError('Unsupported', `${model.name} does not have the module ${name}`)
        return implementation.run(session, args)
      }) as Promise<R>
    },
  }
  return session
}
