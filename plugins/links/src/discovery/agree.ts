import type { Claim, Claims } from './claims.ts'
import type { ProofSource } from './found.ts'

/** What one or both sides say of a link. Ports: -1 is not known. */
export interface Told {
  a: number
  aPort: number
  b: number
  bPort: number
  by: ProofSource
  /** Both sides say so. */
  both: boolean
  strong: boolean
}

const pairKey = (from: number, to: number): string => `${from} ${to}`
const fits = (port: number, other: number): boolean => port === other || port === -1 || other === -1
/** Both say the same of their ports, or do not say. */
const agree = (one: Claim, other: Claim): boolean =>
  fits(one.toPort, other.port) && fits(other.toPort, one.port)
const exactly = (one: Claim, other: Claim): boolean =>
  one.port >= 0 && other.port >= 0 && one.toPort === other.port && other.toPort === one.port

/**
 * Joins the claims of both sides. Of parallel links, ports that a side does not know are known by the other
 * claims; where they are not, the claims stay one-sided.
 */
export function joinClaims({ list }: Claims): Told[] {
  const byPair = new Map<string, Claim[]>()
  for (const claim of list) {
    const key = pairKey(claim.from, claim.to)
    const known = byPair.get(key)
    if (known) known.push(claim)
    else byPair.set(key, [claim])
  }
  const told: Told[] = []
  for (const ones of byPair.values()) {
    const { from, to } = ones[0]!
    const others = byPair.get(pairKey(to, from)) ?? []
    if (others.length > 0 && from > to) continue
    const free = [new Set(ones), new Set(others)] as const
    for (const same of [exactly, onlyFit(free)])
      for (const one of free[0])
        for (const other of free[1])
          if (same(one, other)) {
            told.push(bothSay(one, other))
            free[0].delete(one)
            free[1].delete(other)
            break
          }
    for (const one of [...free[0], ...free[1]]) told.push(oneSays(one))
  }
  return told
}

/** They agree, and neither agrees with any other claim that is left. */
const onlyFit =
  ([ones, others]: readonly [Set<Claim>, Set<Claim>]) =>
  (one: Claim, other: Claim): boolean =>
    agree(one, other) &&
    [...ones].every(next => next === one || !agree(next, other)) &&
    [...others].every(next => next === other || !agree(one, next))

const bothSay = (one: Claim, other: Claim): Told => ({
  a: one.from,
  aPort: one.port >= 0 ? one.port : other.toPort,
  b: other.from,
  bPort: other.port >= 0 ? other.port : one.toPort,
  by: one.by,
  both: true,
  strong: one.strong || other.strong,
})
const oneSays = ({ from, port, to, toPort, by, strong }: Claim): Told => ({
  a: from,
  aPort: port,
  b: to,
  bPort: toPort,
  by,
  both: false,
  strong,
})
