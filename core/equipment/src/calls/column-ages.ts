/**
 * What an interface is (ifIndex, ifDescr, ifType, ifPhysAddress, ifName, ifAlias; RFC 2863): they say whose
 * figures the others are, which are no older by them.
 */
const identities: ReadonlySet<string> = new Set([
  ...[1, 2, 3, 6].map(column => `1.3.6.1.2.1.2.2.1.${column}`),
  ...[1, 18].map(column => `1.3.6.1.2.1.31.1.1.1.${column}`),
])

/** When the columns of each module of a poll were read, as `performance.now()`. */
export function createAges() {
  const [figures, names] = [new Map<string, number>(), new Map<string, number>()]
  return {
    note(module: string, oid: string, at: number) {
      const earliest = identities.has(oid) ? names : figures
      earliest.set(module, Math.min(at, earliest.get(module) ?? Infinity))
    },
    /**
     * The earliest of a module; Infinity: it has none. What says whose figures they are counts where there is
     * nothing else.
     */
    of: (module: string): number => figures.get(module) ?? names.get(module) ?? Infinity,
  }
}
