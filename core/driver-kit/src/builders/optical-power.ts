/** This or a lower power means that a transceiver sends or receives no light. */
export const darkDbm = -40

/** dBm with two decimals; null without light. */
export const opticalPower = (dbm: number | null | undefined): number | null =>
  dbm == null || dbm <= darkDbm ? null : Math.round(dbm * 100) / 100
