import type { Slots } from './indexes.ts'

/** What differs between the chassis of firmware 1.2. */
export interface ChassisParams {
  /** How the chassis numbers its slots in the transceiver table. */
  transceiverSlots: Slots
}
