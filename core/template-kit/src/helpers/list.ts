import { maxItems } from '../base/bounds.ts'
import { listOf, numberOf, textOf, wholeOf } from './arguments.ts'
import { isEqual } from './compare.ts'
import { helper, type Helper, type Wrong } from './helper.ts'

const isListed = (list: readonly unknown[], value: unknown, wrong: Wrong) =>
  list.some(item => !(typeof item === 'object' && item !== null) && isEqual(item, value, wrong))

function end(name: 'first' | 'last', args: readonly unknown[], wrong: Wrong): unknown {
  const list = listOf(args[0], name, wrong)
  if (list.length > 0) return list.at(name === 'first' ? 0 : -1)
  throw wrong({
    code: 'FIELD_UNKNOWN',
    message: `${name}: the list is empty`,
    hint: `Check it with {{#if list}}, or write (default (${name} list) "…").`,
  })
}

function ranged([from, to, by]: readonly unknown[], wrong: Wrong): number[] {
  const [first, last] = [numberOf(from, 'range', wrong), numberOf(to, 'range', wrong)]
  const step = by === undefined ? 1 : wholeOf(by, 'range', [1, 1e6], wrong)
  const count = last < first ? 0 : Math.floor((last - first) / step) + 1
  if (count <= maxItems) return Array.from({ length: count }, (_, at) => first + at * step)
  throw wrong({
    code: 'VALUE_LIMIT',
    message: `range would give more than ${maxItems} numbers`,
    hint: 'There are 4094 VLANs.',
  })
}

function lengthOf([value]: readonly unknown[], wrong: Wrong): number {
  if (Array.isArray(value)) return value.length
  if (typeof value === 'object' && value !== null) return Object.keys(value).length
  return textOf(value, 'length', wrong).length
}

const vlans = { vlans: [10, 20, 30] }

export const list: readonly Helper[] = [
  helper(
    'length',
    'list',
    '(length a)',
    'Number of items of a list, of fields of an object, or of characters of a text',
    ['{{length vlans}}', vlans, '3'],
    [1, 1],
    { run: lengthOf },
  ),
  helper('first', 'list', '(first list)', 'The first item', ['{{first vlans}}', vlans, '10'], [1, 1], {
    run: (args, wrong) => end('first', args, wrong),
  }),
  helper('last', 'list', '(last list)', 'The last item', ['{{last vlans}}', vlans, '30'], [1, 1], {
    run: (args, wrong) => end('last', args, wrong),
  }),
  helper(
    'contains',
    'list',
    '(contains where what)',
    'True if a list has an item, or a text has a part',
    ['{{#if (contains vlans "20")}}yes{{/if}} {{#if (contains "F601v7" "F6")}}yes{{/if}}', vlans, 'yes yes'],
    [2, 2],
    {
      run: ([where, what], wrong) =>
        Array.isArray(where)
          ? isListed(where, what, wrong)
          : textOf(where, 'contains', wrong).includes(textOf(what, 'contains', wrong)),
    },
  ),
  helper(
    'in',
    'list',
    '(in value a b …)',
    'True if the value equals one of the others, or an item of a list',
    ['{{#if (in params.mode "bridge" "router")}}yes{{/if}}', { params: { mode: 'router' } }, 'yes'],
    [2, null],
    { run: ([value, ...others], wrong) => isListed(others.flat(), value, wrong) },
  ),
  helper(
    'range',
    'list',
    '(range from to step)',
    'The numbers from the first to the last',
    ['{{#each (range 1 8 3)}}{{this}} {{/each}}', {}, '1 4 7'],
    [2, 3],
    { run: ranged },
  ),
]
