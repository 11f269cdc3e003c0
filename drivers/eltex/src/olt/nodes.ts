/** ELTEX-LTP8X. */
export const ltp = '1.3.6.1.4.1.35265.1.22'
/** Entry of ltp8xONTStateTable. */
export const ontState = `${ltp}.3.1.1`
/** Entry of ltp8xONTConfigTable. */
export const ontConfig = `${ltp}.3.4.1`
/** System scalars. */
export const sys = `${ltp}.1`
