/**
 * Makes `instanceof` of a class true for objects that another copy of this package has made, and false for
 * anything else. A linked package (`npm i ../my-plugin`) brings its own copy of the kits, so its classes are
 * not ours. Copies know each other by the name of the brand, which therefore never changes:
 * ```ts
 * class DeviceError extends Error {
 *   static { brand(this, 'DeviceError') }
 * }
 * ```
 */
export function brand(made: { prototype: object }, name: string): void {
  const mark = Symbol.for(`linecard.${name}`)
  Object.defineProperty(made.prototype, mark, { value: true })
  Object.defineProperty(made, Symbol.hasInstance, {
    // A class that extends this one inherits the function, but has its own objects.
    value(this: unknown, value: unknown): boolean {
      if (this !== made) return Function.prototype[Symbol.hasInstance].call(this, value)
      return typeof value === 'object' && value !== null && mark in value
    },
  })
}
