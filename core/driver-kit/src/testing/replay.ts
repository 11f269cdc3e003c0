import type { CliProfile, CliSession } from '../contract/cli.ts'
import { factsOf } from '../contract/driver.ts'
import { DeviceError, type Missing } from '../contract/errors.ts'
import type { Family } from '../contract/family.ts'
import type { Module } from '../contract/module.ts'
import type { Session } from '../contract/session.ts'
import type { KnownModel } from '../detection/detect.ts'
import { isUnder } from '../oid.ts'
import { parseSnmprec, recordingOf, type Recording } from '../recording/index.ts'
import type { ColumnsAnswer, SnmpSession, Varbind } from '../contract/snmp.ts'
import { replayRouterOs, type RecordedApi } from './replay-router-os.ts'

/** A recorded device that answers from memory, and what was done to it. */
export interface Replay extends Session {
  readonly reports: Missing[]
  /**
   * What was asked for although the recording's author never did: absent and never asked look the same there.
   */
  readonly unrecorded: ReadonlySet<string>
  /** What was written over SNMP, in order. Later reads see it. */
  readonly sent: Varbind[]
  /**
   * Commands of changes, in order: of the console with the mode they ran in, of the RouterOS API with their
   * words.
   */
  readonly typed: string[]
}

/**
 * One command of a recorded console session. A command that is recorded several times is answered in that
 * order, the last one again and again.
 * `snmp`: lines of a .snmprec that hold from then on, so that a change on the console can be read back.
 */
export interface RecordedCommand {
  send: string
  reply: string
  mode?: string
  snmp?: readonly string[]
}

export interface ReplayOptions {
  /** Subtrees that the author walked to their ends. Everything by default. */
  walked?: readonly string[]
  /** What the command line answered. */
  cli?: readonly RecordedCommand[]
  /** What the RouterOS API answered. By default the API refuses the login. */
  api?: RecordedApi | null
  /** Other views of the agent by the name of their SNMP context; one that is not here stays silent. */
  contexts?: ReadonlyMap<string, Recording>
}

/** The command line over a recording: refusals are found as the engine finds them. */
function replayCli(
  profile: CliProfile | undefined,
  recorded: readonly RecordedCommand[],
  unrecorded: Set<string>,
  typed: string[],
  onAnswer: () => void,
  write: (varbinds: readonly Varbind[]) => void,
): CliSession {
  const given = new Map<RecordedCommand, number>()
  return {
    async run(command, { mode, lenient } = {}) {
      if (!profile) throw new DeviceError('Unsupported', 'the family has no command line')
      typed.push(mode ? `${mode}: ${command}` : command)
      onAnswer()
      const fitting = recorded.filter(
        one => one.send === command && (one.mode ?? profile.main) === (mode ?? profile.main),
      )
      const next = fitting.find(one => !given.has(one)) ?? fitting.at(-1)
      if (!next) {
        unrecorded.add(`"${command}"`)
        throw new Error(
          `the recording lacks the command "${command}"${mode ? ` of mode ${mode}` : ''} in its cli.json`,
        )
      }
      given.set(next, 1)
      if (next.snmp) write([...parseSnmprec(next.snmp.join('\n'), `snmp of "${command}"`)])
      const refused = lenient
        ? undefined
        : next.reply.split('\n').find(line => profile.errors.some(pattern => pattern.test(line)))
      if (refused !== undefined)
        throw new DeviceError('CommandRejected', `The device refused "${command}": ${refused.trim()}`)
      return next.reply
    },
  }
}

/** The SNMP side alone: `columns` and `get` over a recording, `set` on top of it. */
function replaySnmp(
  source: Recording,
  walked: readonly string[] | undefined,
  unrecorded: Set<string>,
  sent: Varbind[],
  onAnswer: () => void,
  contexts: ReadonlyMap<string, Recording> = new Map(),
): SnmpSession & { write(varbinds: readonly Varbind[]): void } {
  let recording = source
  const write = (varbinds: readonly Varbind[]) => {
    const written = new Map(varbinds.map(varbind => [varbind.oid, varbind]))
    recording = recordingOf([...[...recording].filter(({ oid }) => !written.has(oid)), ...written.values()])
  }
  const demand = (oid: string) => {
    onAnswer()
    if (!walked || walked.some(subtree => isUnder(oid, subtree))) return
    unrecorded.add(oid)
    throw new Error(`the recording lacks ${oid}: no subtree in "walked" of its device.json holds it`)
  }
  return {
    async get(oids) {
      const found = new Map<string, Varbind>()
      for (const oid of oids) {
        const varbind = recording.get(oid)
        if (varbind) found.set(oid, varbind)
        else demand(oid)
      }
      onAnswer()
      return found
    },
    async columns(oids, { under, maxRows = 100_000, context } = {}) {
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
      return answer
    },
    async set(varbinds) {
      onAnswer()
      sent.push(...varbinds)
      write(varbinds)
    },
    write,
  }
}

/** Makes a value on first use and keeps it, so that whoever asks meanwhile waits for the same one. */
function once(
  kept: Map<string, Promise<unknown>>,
  key: string,
  make: () => Promise<unknown>,
): Promise<unknown> {
  const made = kept.get(key) ?? make()
  kept.set(key, made)
  return made
}

/** A session on a recording, as the equipment layer would give it to the driver's functions. */
export function replaySession(
  recording: Recording,
  { model, modules, family }: Pick<KnownModel, 'model' | 'modules'> & { family?: Pick<Family, 'cli'> },
  { walked, cli = [], api = null, contexts }: ReplayOptions = {},
): Replay {
  const reports: Missing[] = []
  const unrecorded = new Set<string>()
  const sent: Varbind[] = []
  const typed: string[] = []
  const answers = new Map<string, Promise<unknown>>()
  const memos = new Map<string, Promise<unknown>>()
  let answered = false
  const snmp = replaySnmp(
    recording,
    walked,
    unrecorded,
    sent,
    () => {
      answered = true
    },
    contexts,
  )
  const session: Replay = {
    ip: '192.0.2.1',
    model: factsOf(model),
    snmp,
    cli: replayCli(
      family?.cli,
      cli,
      unrecorded,
      typed,
      () => {
        answered = true
      },
      snmp.write,
    ),
    routerOs: replayRouterOs(api, unrecorded, typed, () => {
      answered = true
    }),
    signal: new AbortController().signal,
    reports,
    unrecorded,
    sent,
    typed,
    get answered() {
      return answered
    },
    report: missing => {
      reports.push(missing)
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
