/** SCTE China (NSCRTV-EPONEOC-EPON-MIB, NSCRTV-FTTX-GPON-MIB): most objects of EPON and GPON OLTs. */
export const nscrtv = '1.3.6.1.4.1.17409'
/** C-Data's own node: the FD11xx series, and additions to the tables of NSCRTV. */
export const cdata = '1.3.6.1.4.1.34592'

/** topOltSoftwareVersion of the board 1.0: `V3.2.26`. It tells the generation of a FD16xx. */
export const firmware = `${nscrtv}.2.3.1.3.1.1.9.1.0`
/** Type of the device in words: `EPON OLT`. */
export const deviceType = `${nscrtv}.2.3.1.3.1.1.14.1.0`
/** Model of the chassis, `FD1608S-B1-NDA0`. Firmware 3 often has only `olt` in sysDescr. */
export const chassis = `${nscrtv}.2.3.1.2.1.1.3.1`
export const ifNumber = '1.3.6.1.2.1.2.1.0'
