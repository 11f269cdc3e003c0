import { DeviceError, isUnder, type Implementation, type Missing } from '@linecard/driver-kit'
import type { Recording } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { validator } from '@linecard/driver-kit/validation'
import type { Device } from './devices.ts'

/**
 * A column that the agent does not give to its end. `after`: rows that still arrive. `silent`: no answer;
 * `rejected`: an error-status (genErr, tooBig, noAccess).
 */
export interface Fault {
  column: string
  after: number
  reason: 'silent' | 'rejected'
}

/** How the agent answers. `order` sorts the rows of a column as they arrive. */
export interface Agent {
  recording: Recording
  faults: readonly Fault[]
  order?: (<T>(rows: readonly T[]) => T[]) | undefined
}

/** The answer of one module. `read`: numbers of rows of the columns that the module has read. */
export interface Answered {
  data: unknown
  missing: readonly Missing[]
  /** Kind of the device error, or the text of another one: a bug. */
  error: string | null
  bug: boolean
  read: ReadonlyMap<string, number>
}

/** Modules that read and need no argument, or have one in the recording. */
export const readers = ({ known, args }: Device): Implementation[] =>
  [...known.modules.values()].filter(
    ({ module }) =>
      module.kind === 'read' &&
      !module.exclusive &&
      !module.name.endsWith('console_command') &&
      validator(module.args)(structuredClone(args[module.name] ?? {}), { coerce: true }).length === 0,
  )

/** The columns of an answer as the agent with its faults gives them. */
function faulty(
  session: ReturnType<typeof replaySession>,
  { faults, order }: Agent,
  read: Map<string, number>,
) {
  const { columns, get } = session.snmp
  Object.assign(session.snmp, {
    async columns(oids: readonly string[], options?: Parameters<typeof columns>[1]) {
      const answer = await columns(oids, options)
      const missing: Missing[] = [...answer.missing]
      const rows = answer.columns.map((column, at) => {
        const oid = oids[at]!
        read.set(oid, Math.max(read.get(oid) ?? 0, column.size))
        const fault = faults.find(one => isUnder(oid, one.column))
        const arrived = fault ? [...column].slice(0, fault.after) : [...column]
        if (fault) missing.push({ what: oid, reason: fault.reason, rows: arrived.length })
        return new Map(order ? order(arrived) : arrived)
      })
      return { columns: rows, missing }
    },
    async get(oids: readonly string[], options?: Parameters<typeof get>[1]) {
      const found = await get(oids, options)
      const lost = oids.filter(oid => faults.some(fault => isUnder(oid, fault.column)))
      for (const oid of lost) found.delete(oid)
      if (faults.some(({ reason }) => reason === 'rejected'))
        for (const what of lost) options?.onRefused?.({ what, reason: 'rejected' })
      if (lost.length > 0 && faults.some(({ reason }) => reason === 'silent'))
        throw new DeviceError('DeviceTimeout', 'the agent fell silent', {
          ...(found.size > 0 && { partial: found }),
          missing: lost.map(what => ({ what, reason: 'silent' as const })),
        })
      if (lost.length > 0 && found.size === 0) throw new DeviceError('CommandRejected', 'genErr')
      return found
    },
  })
}

/** Asks one module of a device whose agent answers in another way. */
export async function ask(device: Device, implementation: Implementation, agent: Agent): Promise<Answered> {
  const { known, options, args } = device
  const { module, run } = implementation
  const given = structuredClone(args[module.name] ?? {})
  validator(module.args)(given, { coerce: true })
  const session = replaySession(agent.recording, known, options)
  const read = new Map<string, number>()
  faulty(session, agent, read)
  try {
    const data: unknown = JSON.parse(JSON.stringify(await run(session, given)))
    const wrong = validator(module.result)(data).map(({ path, message }) => `${path} ${message}`)
    const bug = wrong.length > 0
    return { data, missing: session.reports, error: bug ? wrong[0]! : null, bug, read }
  } catch (error) {
    const bug = !(error instanceof DeviceError)
    const text = bug ? `${(error as Error).name}: ${(error as Error).message}` : error.kind
    return { data: null, missing: session.reports, error: text, bug, read }
  }
}
