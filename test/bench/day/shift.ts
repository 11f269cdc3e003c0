/** Puts the clock of this process ahead: `Date` alone, timers keep their real time. To be imported first. */
const RealDate = globalThis.Date
let aheadMs = 0

class AheadDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + aheadMs)
    else super(...(args as [number]))
  }
  static override now(): number {
    return RealDate.now() + aheadMs
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]'
  }
}
globalThis.Date = AheadDate as DateConstructor

export function setAhead(ms: number): void {
  aheadMs = ms
}
