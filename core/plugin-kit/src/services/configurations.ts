import type { CliOnu } from '@linecard/driver-kit/cli'
import type { Caller } from '../caller.ts'
import type { Target } from './target.ts'

/** The whole configuration of a device, as the device printed it. It has secrets: it is never logged. */
export interface DeviceConfiguration {
  /** Without echo, pager, prompts and control characters; lines end with \n. */
  text: string
  /** The device printed the line with which a configuration ends; null: its kind prints no such line. */
  ended: boolean | null
  spent_ms: number
}

/** Reads configurations of devices, offered by `equipment`. */
export interface Configurations {
  /** Whether a way is known in which this model tells its configuration; false for an unknown model. */
  readable(modelKey: string | null): boolean
  /** How the console of this model prints the configuration of one ONU; null: no way is known. */
  onu(modelKey: string | null): CliOnu | null
  /**
   * Reads it. Nothing is stored, and the call log has neither commands nor texts of it.
   * @throws DeviceError ParseFailed for a text that is cut off, or longer than the setting
   *   `equipment.configuration_octets`; Unsupported; and what a call of the device throws
   */
  read(
    target: Target,
    options?: { signal?: AbortSignal; caller?: Caller | null },
  ): Promise<DeviceConfiguration>
  /**
   * Lines of a configuration that say something about what is configured: without clocks, counters of
   * changes and the like. Two texts with the same significant lines are one version (fault 40).
   */
  significant(modelKey: string | null, text: string): Promise<string>
  /** The text with `***` in place of its secrets, by the patterns of the model's console (fault 39). */
  masked(modelKey: string | null, text: string): Promise<string>
}
