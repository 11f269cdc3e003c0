import type { Slots } from './indexes.ts'

/** The differences between the chassis of firmware 1.2. */
export interface ChassisParams {
  /** The slot numbers of the chassis in the transceiver table. */
  transceiverSlots: Slots
}
