import type { JudgeOptions, Picture, Verdict } from './facts.ts'

/** Uplinks that went down: one verdict for those that did so together. */
export function judgeUplinks({ uplinks, now }: Picture, { lookbackMs }: JudgeOptions): Verdict[] {
  const down = uplinks.filter(
    ({ up, downAt, member }) => up === false && downAt !== null && (member || downAt >= now - lookbackMs),
  )
  if (down.length === 0) return []
  const left = uplinks.filter(({ up }) => up === true)
  const began = Math.min(...down.map(({ downAt }) => downAt!))
  return [
    {
      kind: 'uplink',
      scope: 'uplink',
      ports: [],
      card: null,
      members: [],
      interfaces: down.map(({ id }) => id),
      began,
      confidence: 0.95,
      evidence: [
        ...down.map(({ name, downAt }) => ({ what: `${name} is down`, weight: 3, at: downAt! })),
        {
          what: left.length ? `${left.map(({ name }) => name).join(', ')} still up` : 'no uplink is left',
          weight: 0,
          at: now,
        },
      ],
    },
  ]
}
