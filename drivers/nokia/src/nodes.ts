/** Enterprise number of Alcatel with the agents of the ISAM. */
export const isam = '1.3.6.1.4.1.637.61'
/** asam. */
export const asam = `${isam}.1`
/** Entry of eqptBoardTable (ASAM-EQUIP-MIB). */
export const board = `${asam}.23.3.1`
/** Temperatures of boards: eqptBoardThermalSensorTable. */
export const thermal = `${asam}.23.10.1`
/** Entry of sfpDiagTable (SFP-MIB). */
export const sfp = `${asam}.56.5.1`
/** Objects of GPON ONTs. */
export const gpon = `${asam}.35`
