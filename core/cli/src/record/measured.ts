/** A measured value such as "30.67 C" or "-10.47". It identifies nobody, and tests need its digits. */
const single = /^[-+]?\d+(\.\d+)?\s*([a-zA-Z%/]{0,4}(\s*\([-+\d. a-zA-Z]+\))?)$/
/** Numbers with units, and the words beside them: "-40.00 dBm low alarm", "5 Sec (6.99%), 1 Min (6.72%)". */
const units =
  'dBm|dB|[mu]?[WAV]|(?:degrees )?C(?:elsius)?|%|[kMG]?Hz|[kMG]?bps|[Rr]pm|RPM|nm|ms|[Ss]ecs?|[Mm]in'
const quantity = String.raw`[-+<>]?\d+(?:\.\d+)? ?(?:${units})`
const several = new RegExp(
  String.raw`^(?=.*\d)(?:(?:${quantity}|normal|low|high|alarm|warning)(?![a-zA-Z\d])|[\s(),;:])+$`,
)
/** A time or an uptime: "2026-03-05 10:00:00", "13 3:48:20". */
const time = /^(?:\d{4}([-/:.])\d\d\1\d\d[ T,]+|\d+ )\d\d?:\d\d(?::\d\d)?$/

/** Whether a text is nothing but what a device has measured. */
export const isMeasured = (text: string): boolean => [single, several, time].some(one => one.test(text))
