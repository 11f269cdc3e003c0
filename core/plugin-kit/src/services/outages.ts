import type { Caller } from '../caller.ts'

/** How the light of ONUs differs from what it was once, offered by `onu-history`. */
export interface OnuLight {
  /**
   * The last light of these ONUs less their reference, dB, negative: darker; of both directions the larger
   * loss. ONUs without both are left out.
   */
  changes(interfaceIds: readonly number[]): Promise<ReadonlyMap<number, { db: number; time: Date }>>
}

/** Who has an IP address now, offered by `fdb-history`. */
export interface AddressHolders {
  /**
   * The MAC addresses that routers have for an IP address, and the ports where each of them is, of devices
   * that the caller sees; the surest first.
   * @throws ApiError FDB_HISTORY_IP_INVALID (400)
   */
  holders(ip: string, caller: Caller): Promise<{ mac: string; time: Date; interface_ids: number[] }[]>
}
