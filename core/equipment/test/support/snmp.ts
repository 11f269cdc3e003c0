import { DeviceError, type DeviceErrorKind, type SnmpTuning, type Varbind } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { type Learnt, type SnmpLimits, type SnmpConnection, openSnmp } from '../../src/snmp/index.ts'
import { type Agent, type AgentOptions, startAgent } from './agent.ts'

export interface Bench {
  agent: Agent
  snmp: SnmpConnection
}
export interface BenchOptions extends AgentOptions {
  access?: Partial<SnmpAccess>
  tuning?: SnmpTuning
  learnt?: Partial<Learnt>
  limits?: SnmpLimits
  signal?: AbortSignal
}

export const accessTo = (port: number, more: Partial<SnmpAccess> = {}): SnmpAccess => ({
  version: '2c',
  port,
  timeoutMs: 60,
  retries: 1,
  community: 'public',
  writeCommunity: 'private',
  ...more,
})

/** Runs `use` with an agent and a transport to it, and ends both. */
export async function withAgent<T>(
  { access, tuning, learnt, limits, signal, ...agentOptions }: BenchOptions,
  use: (bench: Bench) => Promise<T>,
): Promise<T> {
  const agent = await startAgent(agentOptions)
  const snmp = openSnmp({
    ip: agent.ip,
    access: accessTo(agent.port, access),
    tuning,
    learnt,
    limits,
    signal,
  })
  try {
    return await use({ agent, snmp })
  } finally {
    snmp.close()
    await agent.close()
  }
}

/** The DeviceError of this kind with which `question` fails. */
export async function failure(kind: DeviceErrorKind, question: Promise<unknown>): Promise<DeviceError> {
  const error = await question.then(
    () => new Error(`${kind} was expected, but it succeeded`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof DeviceError) || error.kind !== kind) throw error
  return error
}

export const values = (rows: ReadonlyMap<string, Varbind>): Varbind['value'][] =>
  [...rows.values()].map(({ value }) => value)
export const upTo = (rows: number): number[] => Array.from({ length: rows }, (_, row) => row + 1)
