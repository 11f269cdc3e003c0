import type { Finding, Parameter } from '../src/index.ts'

/** What an author wrote wrongly, and the one finding that it must give. */
export interface Mistake {
  what: string
  template: string
  blocks?: Record<string, string>
  parameters?: readonly Parameter[]
  expected: Pick<Finding, 'code' | 'line' | 'column'> & { where?: string; hint: RegExp }
}

const text = (key: string, more: Partial<Parameter> = {}): Parameter => ({
  key,
  name: key.toUpperCase(),
  type: 'input_string',
  ...more,
})
export const vlan = text('vlan', { required: true, regular_expr: '[0-9]{1,4}' })
export const mode: Parameter = {
  key: 'mode',
  name: 'Mode',
  type: 'select_from_predefined',
  variants_list: 'Bridge\nRouter',
  required: true,
}
export const line: Parameter = {
  key: 'line',
  name: 'Line profile',
  type: 'select_from_variable',
  source_parameter_key: 'data.pon_profiles.line',
  item_name: '${item.name}',
  item_filter: 'item.id != 0',
  required: true,
}

const one = (
  what: string,
  template: string,
  [code, lineNumber, column]: readonly [string, number, number],
  hint: RegExp,
  more: Partial<Mistake> & { where?: string } = {},
): Mistake => ({
  what,
  template,
  ...more,
  expected: {
    code,
    line: lineNumber,
    column,
    hint,
    ...(more.where === undefined ? {} : { where: more.where }),
  },
})
const vlans = { parameters: [vlan] }
const field = (parameter: Parameter, template = `{{params.${parameter.key}}}`) => ({
  template,
  parameters: [parameter],
  where: `parameter:${parameter.key}`,
})
const broken = (
  what: string,
  wrong: Parameter,
  place: readonly [string, number, number],
  hint: RegExp,
): Mistake => {
  const parameter = { ...wrong, required: true }
  const { template, ...more } = field(
    parameter,
    wrong.visible_if ? '{{default params.vlan 1}}' : `{{params.${parameter.key}}}`,
  )
  return one(what, template, place, hint, more)
}

export const mistakes: readonly Mistake[] = [
  // Names.
  one(
    'a field misspelled',
    'interface x\n  description {{device.nmae}}',
    ['VARIABLE_UNKNOWN', 2, 17],
    /`name`/,
  ),
  one('a variable misspelled', 'show {{devise.name}}', ['VARIABLE_UNKNOWN', 1, 8], /`device`/),
  one(
    'a field of no schema',
    'show {{iface.name}}\nvlan {{iface.vlan}}',
    ['VARIABLE_UNKNOWN', 2, 8],
    /There are/,
  ),
  one(
    'a parameter that does not exist',
    'vlan {{params.vlna}}\nvlan {{params.vlan}}',
    ['PARAMETER_UNKNOWN', 1, 8],
    /`vlan`/,
    vlans,
  ),
  one('a parameter without any', 'vlan {{params.vlan}}', ['PARAMETER_UNKNOWN', 1, 8], /Add a parameter/),
  one('a parameter that is never used', 'show version', ['PARAMETER_UNUSED', 1, 1], /delete the parameter/, {
    ...vlans,
    where: 'parameter:vlan',
  }),
  one('a helper misspelled', '{{uper device.name}}', ['HELPER_UNKNOWN', 1, 3], /`upper`/),
  one(
    'a helper without its argument',
    'x {{replace device.name "a"}}',
    ['HELPER_ARGUMENTS', 1, 5],
    /\(replace text what by\)/,
  ),
  one('an object printed', 'hostname {{device}}', ['VALUE_KIND', 1, 12], /Name a field of it: id/),
  one(
    'an item of a loop misspelled',
    '{{#each interfaces_list as |port|}}\nint {{port.nam}}\n{{/each}}',
    ['VARIABLE_UNKNOWN', 2, 7],
    /`name`/,
  ),
  // Blocks.
  one('a block not closed', 'conf\n{{#if iface}}\nint x\n', ['BLOCK_UNCLOSED', 2, 1], /\{\{\/if\}\}/),
  one(
    'a block closed by another name',
    '{{#if iface}}\nint x\n{{/each}}',
    ['BLOCK_MISMATCH', 3, 1],
    /\{\{\/if\}\}/,
  ),
  one('a block closed twice', '{{#if iface}}\nx\n{{/if}}\n{{/if}}', ['BLOCK_UNOPENED', 4, 1], /Delete it/),
  one('else with a number sign', '{{#if iface}}\na\n{{#else}}\nb\n{{/if}}', ['BLOCK_MISMATCH', 5, 1], /else/),
  one(
    'elseif as one word',
    '{{#if iface}}\na\n{{elseif device.mac}}\nb\n{{/if}}',
    ['HELPER_UNKNOWN', 3, 3],
    /\{\{else if/,
  ),
  one('a comparison as a block', '{{#eq device.name "a"}}\nx\n{{/eq}}', ['HELPER_KIND', 1, 4], /#if \(eq/),
  one('if without its sign', '{{if iface}}\nx', ['HELPER_KIND', 1, 3], /\{\{#if/),
  one('a loop over a text', '{{#each device.name}}\nx\n{{/each}}', ['EACH_LIST', 1, 9], /split/),
  one('a block that is not there', 'conf\n{{> hedaer}}', ['BLOCK_UNKNOWN', 2, 1], /`header`/, {
    blocks: { header: 'x' },
  }),
  one('blocks in a circle', '{{> one}}', ['BLOCK_CYCLE', 1, 1], /cannot include itself/, {
    blocks: { one: '{{> two}}', two: '{{> one}}' },
    where: 'block:two',
  }),
  // Branches.
  one('a condition of constants', '{{#if (eq 1 2)}}\nx\n{{/if}}', ['BRANCH_UNREACHABLE', 1, 7], /delete/),
  one(
    'a condition asked twice',
    '{{#if (eq params.mode "Bridge")}}\na\n{{else if (eq params.mode "Bridge")}}\nb\n{{/if}}',
    ['BRANCH_REPEATED', 3, 11],
    /Change the condition/,
    { parameters: [mode] },
  ),
  one(
    'a required field asked to be empty',
    'x {{params.vlan}}\n{{#if (eq params.vlan "")}}\ny\n{{/if}}',
    ['BRANCH_UNREACHABLE', 2, 7],
    /delete/,
    vlans,
  ),
  one(
    'a variant misspelled',
    '{{#if (eq params.mode "bridge")}}\nx\n{{/if}}',
    ['VARIANT_UNKNOWN', 1, 23],
    /`Bridge`/,
    { parameters: [mode] },
  ),
  // Other languages.
  one('an operator in braces', '{{#if device.name == "a"}}\nx\n{{/if}}', ['OPERATOR', 1, 19], /\(eq a b\)/),
  one('an addition in braces', 'vlan {{params.vlan + 1}}', ['OPERATOR', 1, 20], /add a b/, vlans),
  one('a filter of Twig', 'x {{device.name | lower}}', ['FILTER', 1, 17], /\{\{lower name\}\}/),
  one('a statement of Twig', 'conf\n  {% set port = 1 %}', ['TWIG', 2, 3], /\{\{set "name" value\}\}/),
  one(
    'JavaScript',
    'vlan ${params.vlan} {{params.vlan}}',
    ['JAVASCRIPT', 1, 6],
    /\{\{params\.vlan\}\}/,
    vlans,
  ),
  one('one brace', 'show {device.name}', ['BRACE_SINGLE', 1, 6], /\{\{device\.name\}\}/),
  one('three braces', 'show {{{device.name}}}', ['TRIPLE_BRACES', 1, 6], /\{\{/),
  one('braces that are not closed', 'show {{device.name}\nexit', ['BRACES_UNCLOSED', 1, 6], /\}\}/),
  one(
    'a parenthesis that is not closed',
    '{{#if (eq device.name "a"}}\nx\n{{/if}}',
    ['PARENTHESES', 1, 7],
    /Write `\)`/,
  ),
  one('an index in brackets', '{{device.params[iface.name]}}', ['INDEX', 1, 16], /lookup/),
  one('HTML', 'snmp location &quot;{{device.location}}&quot;', ['HTML_ENTITY', 1, 15], /sign itself/),
  one('quotes of a text editor', 'description “{{device.name}}”', ['QUOTES_SMART', 1, 13], /Write `"`/),
  // What a console does not take.
  one('a tab', 'conf\n\tno shut', ['TAB', 2, 1], /spaces/),
  one('letters that are not ASCII', 'description вузол 1', ['NON_ASCII', 1, 13], /Latin/),
  one('line ends of Windows', 'conf\r\nexit\r\n', ['CRLF', 1, 5], /LF/),
  one('a line that is too long', `a\n${'x'.repeat(4100)}`, ['LINE_LONG', 2, 4097], /Split/),
  one('a construct without its quotes', 'reload <confirm=y>', ['CONSTRUCT_WRONG', 1, 8], /<confirm="y">/),
  one('a construct in the middle', 'reload <cr> now', ['CONSTRUCT_WRONG', 1, 8], /at the end/),
  one('a construct misspelled', 'conf\nsave <slep 5>', ['CONSTRUCT_UNKNOWN', 2, 6], /`<sleep`/),
  // Variables of the author.
  one(
    'a variable that is never read',
    '{{set "port" device.name}}\nshow',
    ['SET_UNUSED', 1, 1],
    /\{\{port\}\}/,
  ),
  one('a variable read too early', 'int {{port}}\n{{set "port" 1}}', ['SET_LATER', 1, 7], /Move/),
  one(
    'a name without quotes',
    '{{set port device.name}}\nint x',
    ['SET_NAME', 1, 7],
    /\{\{set "port" value\}\}/,
  ),
  one(
    'a variable with the name of an item',
    '{{#each interfaces_list as |port|}}\n{{set "port" 1}}\n{{port.name}}\n{{/each}}',
    ['SET_NAME', 2, 7],
    /another name/,
  ),
  one(
    'a way out of nothing',
    '{{#if iface}}\nint {{../iface.name}}\n{{/if}}',
    ['PARENT_NONE', 2, 7],
    /`iface\.name`/,
  ),
  // Fields.
  broken(
    'look-ahead in a pattern',
    text('vlan', { regular_expr: '(?!0)[0-9]+' }),
    ['PATTERN_WRONG', 1, 1],
    /Name what/,
  ),
  broken(
    'a back-reference in a pattern',
    text('vlan', { regular_expr: '([0-9])\\1' }),
    ['PATTERN_WRONG', 1, 8],
    /Write the part again/,
  ),
  broken(
    'a pattern that cannot be read',
    text('vlan', { regular_expr: '[0-9' }),
    ['PATTERN_WRONG', 1, 1],
    /\\/,
  ),
  broken(
    'a default that does not match',
    { ...vlan, default_value: 'none' },
    ['DEFAULT_WRONG', 1, 1],
    /whole text/,
  ),
  broken(
    'a condition with one sign',
    { ...vlan, visible_if: "user.login = 'a'" },
    ['EXPRESSION_WRONG', 1, 12],
    /==/,
  ),
  broken(
    'a condition on a field that is not there',
    { ...vlan, visible_if: "params.mod == 'a'" },
    ['PARAMETER_UNKNOWN', 1, 8],
    /vlan/,
  ),
  broken(
    'a condition on itself',
    { ...vlan, visible_if: "params.vlan == '1'" },
    ['VISIBLE_SELF', 1, 1],
    /another field/,
  ),
  broken(
    'a secret that everybody could read',
    { ...vlan, type: 'secret', default_value: '3010' },
    ['SECRET_DEFAULT', 1, 1],
    /could read/,
  ),
  broken('a list without lines', { ...mode, variants_list: ' \n' }, ['VARIANTS_EMPTY', 1, 1], /a line/),
  {
    ...broken(
      'a source that is not there',
      { ...line, source_parameter_key: 'data.pon_profiles.lines' },
      ['SOURCE_UNKNOWN', 1, 19],
      /`line`/,
    ),
    template: '{{params.line.name}}',
  },
  {
    ...broken(
      'a field of an item that is not there',
      { ...line, item_name: '${item.nmae}' },
      ['VARIABLE_UNKNOWN', 1, 8],
      /`name`/,
    ),
    template: '{{params.line.name}}',
  },
  one(
    'an optional field printed',
    'descr {{params.text1}}',
    ['VALUE_MAYBE_EMPTY', 1, 9],
    /#if params\.text1/,
    { parameters: [text('text1')] },
  ),
  one('two fields with one key', 'x {{params.vlan}}', ['KEY_DUPLICATE', 1, 1], /another key/, {
    parameters: [vlan, vlan],
    where: 'parameter:vlan',
  }),
]
