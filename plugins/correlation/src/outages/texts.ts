import type { Kind, Picture, Verdict } from '../judge/index.ts'

const words: Readonly<Record<Kind, string>> = {
  fibre_cut: 'Fibre cut',
  power_loss: 'Power loss',
  pon_port: 'PON port down',
  card: 'Card down',
  olt: 'OLT down',
  uplink: 'Uplink down',
  undetermined: 'ONUs lost together',
}
const advice: Readonly<Record<Kind, string>> = {
  fibre_cut: 'Look at the cable and the splitter that these ONUs share first.',
  power_loss: 'The customers have no power: nothing is wrong with the network.',
  pon_port: 'Look at the transceiver and at the settings of the port first.',
  card: 'Look at the card and at its slot first.',
  olt: 'Nothing is known of its ONUs until it answers again.',
  uplink: 'Look at the port, its transceiver and its fibre first.',
  undetermined: 'What is known does not tell a cut from a power loss; how they come back may.',
}

const named = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

function placeOf({ scope, ports, card, interfaces }: Verdict, picture: Picture): string {
  const pons = new Map(picture.ports.map(({ key, name }) => [key, name]))
  const names = ports.map(key => pons.get(key) ?? key)
  if (scope === 'olt') return ''
  if (scope === 'card') return `card ${card}`
  if (scope === 'uplink') {
    const own = picture.uplinks.filter(({ id }) => interfaces.includes(id)).map(({ name }) => name)
    return own.length ? named(own) : 'a port above it'
  }
  return `${scope === 'branch' ? 'a part of ' : ''}${named(names)}`
}

/** The title and the description of an outage. */
export function textsOf(
  verdict: Verdict,
  picture: Picture,
  { lost, first }: { lost: number; first: Kind },
): { title: string; description: string } {
  const place = placeOf(verdict, picture)
  const parts = [`${picture.olt.name}${place ? `, ${place}` : ''}`, ...(lost > 0 ? [`${lost} ONUs`] : [])]
  const seen = verdict.evidence.map(({ what }) => what)
  const changed = first === verdict.kind ? '' : ` At first it was taken for: ${words[first].toLowerCase()}.`
  return {
    title: `${words[verdict.kind]}: ${parts.join(': ')}`.slice(0, 200),
    description: `${[...new Set(seen)].join('; ')}.${changed} ${advice[verdict.kind]}`.slice(0, 2_000),
  }
}
