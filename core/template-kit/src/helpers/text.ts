import { maxItems } from '../base/bounds.ts'
import { ascii } from './ascii.ts'
import { checkLength, listOf, textOf, wholeOf } from './arguments.ts'
import { helper, type Helper, type Wrong } from './helper.ts'

const change = (name: string, summary: string, example: Helper['example'], work: (text: string) => string) =>
  helper(name, 'text', `(${name} a)`, summary, [example.template, example.variables, example.gives], [1, 1], {
    run([value], wrong) {
      const text = textOf(value, name, wrong)
      checkLength(text.length, name, wrong)
      const made = work(text)
      checkLength(made.length, name, wrong)
      return made
    },
  })

function replaced([value, search, by]: readonly unknown[], wrong: Wrong): string {
  const [text, what, next] = [value, search, by].map(each => textOf(each, 'replace', wrong)) as [
    string,
    string,
    string,
  ]
  checkLength(text.length, 'replace', wrong)
  if (what === '')
    throw wrong({ code: 'HELPER_RANGE', message: 'replace needs what to look for', hint: 'Name a text.' })
  const parts = text.split(what)
  checkLength(text.length + (parts.length - 1) * (next.length - what.length), 'replace', wrong)
  return parts.join(next)
}

function splitted([value, by]: readonly unknown[], wrong: Wrong): string[] {
  const parts = textOf(value, 'split', wrong).split(textOf(by, 'split', wrong), maxItems + 1)
  if (parts.length <= maxItems) return parts
  throw wrong({
    code: 'VALUE_LIMIT',
    message: `split would give more than ${maxItems} items`,
    hint: 'Split a shorter text.',
  })
}

function joined(args: readonly unknown[], wrong: Wrong): string {
  const [items, by, field] = args
  const name = field === undefined ? null : textOf(field, 'join', wrong)
  const between = by === undefined ? ',' : textOf(by, 'join', wrong)
  const texts: string[] = []
  let length = 0
  for (const item of listOf(items, 'join', wrong)) {
    const own = name !== null && typeof item === 'object' && item !== null && Object.hasOwn(item, name)
    const text = textOf(
      name === null ? item : own ? (item as Record<string, unknown>)[name] : null,
      'join',
      wrong,
    )
    checkLength((length += text.length + between.length), 'join', wrong)
    texts.push(text)
  }
  return texts.join(between)
}

export const text: readonly Helper[] = [
  change('lower', 'In small letters', { template: '{{lower "GPON"}}', variables: {}, gives: 'gpon' }, value =>
    value.toLowerCase(),
  ),
  change(
    'upper',
    'In capital letters',
    { template: '{{upper "zte1"}}', variables: {}, gives: 'ZTE1' },
    value => value.toUpperCase(),
  ),
  change(
    'trim',
    'Without spaces at both ends',
    { template: '[{{trim " a "}}]', variables: {}, gives: '[a]' },
    value => value.trim(),
  ),
  change(
    'ascii',
    'In Latin letters that every console takes, for descriptions: other alphabets are transliterated, ' +
      'quotes, `?`, backslashes and unknown characters left out, line breaks made spaces',
    { template: '{{ascii name}}', variables: { name: 'вул. Зоряна, 5' }, gives: 'vul. Zoriana, 5' },
    ascii,
  ),
  helper(
    'concat',
    'text',
    '(concat a b …)',
    'All as one text',
    ['{{concat iface.shelf "/" iface.slot}}', { iface: { shelf: 1, slot: 2 } }, '1/2'],
    [1, null],
    {
      run(args, wrong) {
        const texts = args.map(value => textOf(value, 'concat', wrong))
        checkLength(
          texts.reduce((sum, { length }) => sum + length, 0),
          'concat',
          wrong,
        )
        return texts.join('')
      },
    },
  ),
  helper(
    'replace',
    'text',
    '(replace text what by)',
    'The text with each `what` made `by`. Both are texts, not patterns',
    ['{{replace "00:11:22" ":" ""}}', {}, '001122'],
    [3, 3],
    { run: replaced },
  ),
  helper(
    'substr',
    'text',
    '(substr text start length)',
    'A part of a text. The first character has the number 0; a negative start counts from the end',
    ['{{substr "ZTEGC0FFEE00" 4 4}} {{substr "ZTEGC0FFEE00" -2}}', {}, 'C0FF 00'],
    [2, 3],
    {
      run([value, start, length], wrong) {
        const whole = textOf(value, 'substr', wrong)
        const at = wholeOf(start, 'substr', [-1e6, 1e6], wrong)
        const first = at < 0 ? Math.max(0, whole.length + at) : at
        const count = length === undefined ? whole.length : wholeOf(length, 'substr', [0, 1e6], wrong)
        return whole.slice(first, first + count)
      },
    },
  ),
  helper(
    'pad',
    'text',
    '(pad value width character)',
    'Filled up in front to `width` characters, with zeros if no character is given',
    ['{{pad 7 3}} {{pad 7 3 "_"}}', {}, '007 __7'],
    [2, 3],
    {
      run([value, width, fill], wrong) {
        const length = wholeOf(width, 'pad', [0, 1000], wrong)
        const character = fill === undefined ? '0' : textOf(fill, 'pad', wrong)
        if (character.length === 1) return textOf(value, 'pad', wrong).padStart(length, character)
        throw wrong({ code: 'HELPER_RANGE', message: 'pad fills with one character', hint: 'E.g. "0".' })
      },
    },
  ),
  helper(
    'split',
    'text',
    '(split text by)',
    'The list of the parts of a text',
    ['{{#each (split "10,20" ",")}}vlan {{this}};{{/each}}', {}, 'vlan 10;vlan 20;'],
    [2, 2],
    { run: splitted },
  ),
  helper(
    'join',
    'text',
    '(join list between field)',
    'The items of a list as one text, with `,` or `between` between them. For a list of objects name a field',
    ['{{join vlans "," "id"}}', { vlans: [{ id: 10 }, { id: 20 }] }, '10,20'],
    [1, 3],
    { run: joined },
  ),
]
