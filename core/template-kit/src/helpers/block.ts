import { helper, type Helper } from './helper.ts'

const truth = 'False are: false, null, a missing value, an empty text, 0 (also as a text), an empty list'

export const block: readonly Helper[] = [
  helper(
    'if',
    'block',
    '{{#if a}} … {{else if b}} … {{else}} … {{/if}}',
    `Gives its text if the condition is true. ${truth}`,
    [
      '{{#if (eq params.mode "a")}}one{{else if iface}}two{{else}}three{{/if}}',
      { params: { mode: 'b' }, iface: null },
      'three',
    ],
    [1, 1],
    { args: 'soft' },
  ),
  helper(
    'unless',
    'block',
    '{{#unless a}} … {{/unless}}',
    'Gives its text if the condition is false',
    ['{{#unless iface}}device{{/unless}}', { iface: null }, 'device'],
    [1, 1],
    { args: 'soft' },
  ),
  helper(
    'each',
    'block',
    '{{#each list as |item index|}} … {{else}} … {{/each}}',
    'Its text for each item. In it: {{this}}, fields of the item, @index (from 0), @key, @first, @last, ' +
      'and {{../name}} for what is around. {{else}} is for an empty list',
    [
      '{{#each vlans as |vlan|}}{{vlan.id}}{{#unless @last}},{{/unless}}{{/each}}',
      { vlans: [{ id: 10 }, { id: 20 }] },
      '10,20',
    ],
    [1, 1],
  ),
  helper(
    'with',
    'block',
    '{{#with a as |name|}} … {{else}} … {{/with}}',
    'In it, fields of a are names. {{else}} is for null',
    [
      '{{#with params.line}}line {{id}} {{name}}{{/with}}',
      { params: { line: { id: 3, name: 'L' } } },
      'line 3 L',
    ],
    [1, 1],
  ),
]
