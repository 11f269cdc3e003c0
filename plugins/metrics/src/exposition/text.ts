import { familyOf, prefix, type Slot } from '../catalogue/index.ts'

/** One metric in the text format: all its lines follow each other. */
export interface Exposed {
  name: string
  help: string
  type: 'gauge' | 'counter' | 'untyped'
  /** The family and the place of the value. */
  family: number
  slot: number
  /** Of the counter of the device instead of the rate. */
  counter: boolean
  /** With the labels of the reference system. */
  alias: boolean
}

const helpOf = (text: string): string => text.replace(/[\\\n]/g, ' ')

/** All metrics of a family, in their order. */
export function exposedOf(familyId: number, aliases: boolean): Exposed[] {
  const { slots } = familyOf(familyId)!
  const own = { family: familyId, counter: false, alias: false }
  const gauges = slots.map(({ metric, help }, slot): Exposed => {
    return { ...own, name: `${prefix}${metric}`, help, type: 'gauge', slot }
  })
  const counters = slots.flatMap(({ counter }, slot): Exposed[] =>
    counter
      ? [
          {
            ...own,
            name: `${prefix}${counter.name}`,
            help: counter.help,
            type: 'counter',
            slot,
            counter: true,
          },
        ]
      : [],
  )
  const asBefore = (slot: Slot, at: number): Exposed[] =>
    slot.alias === undefined
      ? []
      : [
          {
            ...own,
            name: slot.alias,
            help: slot.counter?.help ?? slot.help,
            // Names without `_total` are no counters for Prometheus.
            type: 'untyped',
            slot: at,
            counter: slot.counter !== undefined,
            alias: true,
          },
        ]
  return [...gauges, ...counters, ...(aliases ? slots.flatMap(asBefore) : [])]
}

export const headOf = ({ name, help, type }: Pick<Exposed, 'name' | 'help' | 'type'>): string =>
  `# HELP ${name} ${helpOf(help)}\n# TYPE ${name} ${type}\n`
