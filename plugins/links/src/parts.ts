import type { Context, DeviceAnswered } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

/** What all slots of this plugin get. */
export interface Links {
  ctx: Context<Config>
  /** Starts scans after changes. */
  again: {
    /** A device has told its neighbours. Others than before are a change. */
    heard(answer: Pick<DeviceAnswered, 'device_id' | 'data' | 'complete'>): void
    stop(): void
  }
}
