import { type Mib, type MibObject, type View, createView } from './mib.ts'

/** A MIB, and the values that were SET. */
export interface WritableMib extends Mib {
  put(object: MibObject): void
}

/**
 * Keeps the values that are SET, so that many devices can share `base`. Costs nothing before the first SET.
 */
export function writableMib(base: Mib): WritableMib {
  const written = new Map<string, MibObject>()
  let writtenView: View | undefined
  const over = (object: MibObject | undefined) => object && (written.get(object.key) ?? object)
  return {
    creatable: key => base.creatable?.(key) ?? false,
    create: (key, value) => base.create?.(key, value),
    put(object) {
      written.set(object.key, object)
      writtenView = createView(written.values())
    },
    view() {
      const under = base.view()
      const upper = writtenView
      if (!upper) return under
      return {
        get: key => upper.get(key) ?? under.get(key),
        next(key) {
          const a = under.next(key)
          const b = upper.next(key)
          return !a ? b : !b || a.key < b.key ? over(a) : b
        },
        objects: () => createView([...under.objects(), ...upper.objects()]).objects(),
      }
    },
  }
}
