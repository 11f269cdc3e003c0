import type { InterfaceRef } from '@linecard/driver-kit/modules'
import type { Config } from '../../config.ts'

/** What a device answered about its ONUs. */
export interface Answered {
  deviceId: number
  module: string
  args: Readonly<Record<string, unknown>>
  data: unknown
  /** False: some of it did not arrive. */
  complete: boolean
  time: Date
}

export type AnsweredRow = { interface: InterfaceRef } & Record<string, unknown>

/** Limits of the optical power, in dBm. */
export type Limits = Pick<
  Config,
  'onu_rx_min_dbm' | 'onu_rx_max_dbm' | 'onu_olt_rx_min_dbm' | 'onu_olt_rx_max_dbm'
>
