/** Enterprise number of FiberHome. */
export const fiberhome = '1.3.6.1.4.1.5875'
/** Products with GEPON-OLT-COMMON-MIB. */
export const products = `${fiberhome}.800.1001`
/** oltData of GEPON-OLT-COMMON-MIB. */
export const olt = `${fiberhome}.800.3`
/** Entry of authOnuListTable. */
export const onu = `${olt}.10.1.1`
/** Entry of the table of ONUs that wait. */
export const waiting = `${olt}.11.1.1`
/** Entry of onuPonInfoTable. */
export const onuPon = `${olt}.9.3.3.1`
/** Light of each ONU as the OLT receives it. */
export const received = `${olt}.9.3.7.1.2`
/** Entry of oltPonInfoTable. */
export const pon = `${olt}.9.3.4.1`
/** Entry of the table of boards. */
export const card = `${olt}.9.2.1.1`
/** Entry of the table of control cards. */
export const control = `${olt}.9.8.1.1`
/** System scalars. */
export const sys = `${olt}.9.4`
