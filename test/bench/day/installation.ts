import type { Sizes } from '../kit/sizes.ts'
import type { Figures } from './service.ts'

export interface CompressedOptions {
  switches: number
  settings: Record<string, Record<string, unknown>>
  /** Tells devices of this process how far the clock is ahead, ms. */
  onAhead?(ms: number): void
}

export type Answer = { status: number; body: { data: never; error?: object } }

/** An installation with everything on, whose clock is put ahead step by step. */
export interface Compressed {
  /** Puts the clock ahead, and waits until all that became due then is done: polls, and jobs by their cron. */
  step(ms: number): Promise<void>
  /** The time of the installation, ms since 1970. */
  now(): number
  figures(): Promise<Figures>
  sizes(): Promise<Sizes>
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  request(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer>
  /** Seconds of CPU: the service, the agents, PostgreSQL. */
  cpu(): Promise<{ service: number; agents: number; database: number }>
  stop(): Promise<void>
}
