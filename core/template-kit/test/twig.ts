/** A template of Twig, and the lines that Twig gives for it: written by hand from its documentation. */
export interface Sample {
  what: string
  twig: string
  variables: Record<string, unknown>
  blocks?: Record<string, string>
  lines: readonly string[]
}

const device = {
  name: 'OLT-1',
  mac: '00:11:22:33:44:55',
  params: { default_vlan: 7, ifaces: { 'gpon 0/1': { vlan: 120 }, 'gpon 0/2': { vlan: 121 } } },
}
const iface = { name: 'gpon 0/1', _shelf: 1, _slot: 2, _port: 3, _technology: 'gpon', description: '' }
const base = { device, iface, params: {}, user: { role: { id: 1 } } }

export const samples: readonly Sample[] = [
  {
    what: 'dotted output, nothing escaped',
    twig: 'interface {{iface.name}}\n vlan {{ device.params.default_vlan }}\n name "{{ params.text }}"',
    variables: { ...base, params: { text: 'a+b=c' } },
    lines: ['interface gpon 0/1', 'vlan 7', 'name "a+b=c"'],
  },
  {
    what: 'index by a variable',
    twig:
      '{% set name = iface.name %}\nvlan {{ device.params.ifaces[name].vlan }}\n' +
      "x {{ device['name'] }} {{ list[1] }} {{ list.0 }}",
    variables: { ...base, list: ['a', 'b'] },
    lines: ['vlan 120', 'x OLT-1 b a'],
  },
  {
    what: 'set, and set again inside of if',
    twig: '{% set port = params.port %}{% if iface %}{% set port = iface._port %}{% endif %}\nport {{ port }}',
    variables: { ...base, params: { port: '9' } },
    lines: ['port 3'],
  },
  {
    what: 'interpolation',
    twig: 'interface gpon-onu_{{ "#{iface._shelf}/#{iface._slot}/#{iface._port}:#{free.first + 1}" }}',
    variables: { ...base, free: { first: 4, list: [4, 5] } },
    lines: ['interface gpon-onu_1/2/3:5'],
  },
  {
    what: 'if, elseif, else, nested',
    twig:
      "{% if params.x == 'Add' %}\nadd\n{% elseif params.x == 'Switch' %}\n  {% if iface %}\n  switch {{ iface.name }}\n" +
      '  {% else %}\n  switch all\n  {% endif %}\n{% else %}\nnone\n{% endif %}\nend',
    variables: { ...base, params: { x: 'Switch' } },
    lines: ['switch gpon 0/1', 'end'],
  },
  {
    what: 'comparisons',
    twig:
      '{% if params.vlan > 100 and params.vlan < 200 %}\na\n{% endif %}\n{% if params.vlan >= 150 or false %}\nb\n{% endif %}\n' +
      "{% if params.vlan <= 149 %}\nc\n{% endif %}\n{% if params.vlan != '150' %}\nd\n{% endif %}\n" +
      '{% if not (params.vlan == 1) %}\ne\n{% endif %}',
    variables: { ...base, params: { vlan: '150' } },
    lines: ['a', 'b', 'e'],
  },
  {
    what: 'not empty, not null, an object as a condition',
    twig:
      '{% if params.descr > "" %}\ndescr {{ params.descr }}\n{% endif %}\n{% if params.none > "" %}\nwrong\n{% endif %}\n' +
      '{% if iface != null %}\nport\n{% endif %}\n{% if params.none != "" %}\nwrong\n{% endif %}\n' +
      '{% if params.none == "" %}\nempty\n{% endif %}\n{% if ont %}\nwrong\n{% endif %}',
    variables: { ...base, params: { descr: 'abc', none: null }, ont: null },
    lines: ['descr abc', 'port', 'empty'],
  },
  {
    what: 'arithmetic with its precedence',
    twig:
      'onu {{ free.first + 1 }}\n' +
      '{{ 2 + 3 * 4 - 1 }} {{ (2 + 3) * 4 }} {{ 17 % 5 }} {{ 9 // 2 }} {{ free.first * 10 + iface._port }} {{ -free.first + 5 }}',
    variables: { ...base, free: { first: 4, list: [4] } },
    lines: ['onu 5', '13 20 2 4 43 1'],
  },
  {
    what: 'filters',
    twig:
      "type {{ params.type | lower }} {{ device.name|upper|replace({'-': ''}) }}\n" +
      'vlans {{ list|join(",") }} {{ list|join }} {{ list|length }} {{ params.type|length }}\n' +
      "v {{ params.no|default('none') }} {{ device.params.nothing|default(1) }} [{{ ' x '|trim }}] {{ list|first }} {{ list|last }}",
    variables: { ...base, params: { type: 'GPON', no: null }, list: [10, 20] },
    lines: ['type gpon OLT1', 'vlans 10,20 1020 2 4', 'v none 1 [x] 10 20'],
  },
  {
    what: 'include of a named block',
    twig: "conf\n{% include 'my_new_block' %}\n{% include \"other\" with {'vlan': params.vlan} %}\nend",
    variables: { ...base, params: { vlan: '5' } },
    blocks: { my_new_block: 'interface {{iface.name}}', other: 'vlan {{vlan}}' },
    lines: ['conf', 'interface gpon 0/1', 'vlan 5', 'end'],
  },
  {
    what: 'a loop with its counters',
    twig:
      '{% for port in interfaces_list %}\n' +
      '{{ loop.index }}/{{ loop.length }} {{ port.name }}{% if not loop.last %},{% endif %}\n\n' +
      '{% if loop.first %}\nfirst {{ loop.index0 }} of {{ device.name }}\n{% endif %}\n{% endfor %}',
    variables: { ...base, interfaces_list: [{ name: 'a' }, { name: 'b' }] },
    lines: ['1/2 a,', 'first 0 of OLT-1', '2/2 b'],
  },
  {
    what: 'a loop over keys, an empty loop, a filter in a loop, a range',
    twig:
      '{% for name, port in device.params.ifaces %}\n{{ name }} vlan {{ port.vlan }}\n{% endfor %}\n' +
      '{% for x in nothing %}\nwrong\n{% else %}\nnothing\n{% endfor %}\n' +
      '{% for v in list if v > 15 %}\nvlan {{ v }}\n{% endfor %}\n{% for i in 1..3 %}\nport {{ i }}\n{% endfor %}\n' +
      "{% for m in ['a', 'b'] %}\nmode {{ m }}\n{% endfor %}",
    variables: { ...base, nothing: [], list: [10, 20] },
    lines: [
      'gpon 0/1 vlan 120',
      'gpon 0/2 vlan 121',
      'nothing',
      'vlan 20',
      'port 1',
      'port 2',
      'port 3',
      'mode a',
      'mode b',
    ],
  },
  {
    what: 'comments and blank lines',
    twig: '{# one #}\nshow {# two #}version\n{# three\nlines {{ x }}\n#}\n\n   \nend',
    variables: base,
    lines: ['show version', 'end'],
  },
  {
    what: 'tests',
    twig:
      '{% if params.a is defined and params.b is not defined %}\na\n{% endif %}\n{% if params.e is empty %}\nb\n{% endif %}\n' +
      '{% if list is not empty %}\nc\n{% endif %}\n{% if iface is not null and iface is not empty %}\nd\n{% endif %}\n' +
      '{% if 4 is even and 3 is odd and 9 is divisible by(3) %}\ne\n{% endif %}\n' +
      '{% if device.params.no is defined %}\nwrong\n{% endif %}',
    variables: { ...base, params: { a: 'x', e: '' }, list: [1] },
    lines: ['a', 'b', 'c', 'd', 'e'],
  },
  {
    what: 'in, not in, starts with, ends with',
    twig:
      "{% if params.m in ['a', 'b'] %}\n1\n{% endif %}\n{% if params.m not in ['c'] %}\n2\n{% endif %}\n" +
      "{% if 20 in list %}\n3\n{% endif %}\n{% if 'LT' in device.name %}\n4\n{% endif %}\n" +
      "{% if device.name starts with 'OLT' and device.name ends with '-1' %}\n5\n{% endif %}\n" +
      "{% if device.name starts with 'x' %}\nwrong\n{% endif %}",
    variables: { ...base, params: { m: 'b' }, list: [10, 20] },
    lines: ['1', '2', '3', '4', '5'],
  },
  {
    what: 'joining texts',
    twig:
      "{% set name = 'gpon-olt_' ~ iface._shelf ~ '/' ~ (iface._slot + 1) ~ '/' ~ iface._port %}\n" +
      "interface {{ name }}\n{{ 'vlan' ~ ' ' ~ device.params.default_vlan }}",
    variables: base,
    lines: ['interface gpon-olt_1/3/3', 'vlan 7'],
  },
  {
    what: 'choices',
    twig:
      "mode {{ params.tag ? 'tag' : 'transparent' }}\n" +
      '{% set vlan = params.vlan ?: device.params.default_vlan %}\nvlan {{ vlan }}\n' +
      "x {{ (params.tag ? 'T' : 'u')|lower ~ 1 }}{{ params.tag ? ' yes' }}\ny {{ params.no ?? 'z' }}",
    variables: { ...base, params: { tag: true, vlan: null, no: null } },
    lines: ['mode tag', 'vlan 7', 'x t1 yes', 'y z'],
  },
  {
    what: 'whitespace control, and line breaks that Twig takes',
    twig:
      'a\n{%- if iface %}\n b{% endif %}\n\nc {{- iface._port -}} \n d\nvlan 1{% set x = 2 %}\n' +
      ',{{ x }}\ne {# gone #}\nf\n{% for i in 1..3 -%}\n  {{ i }}{% if not loop.last %},{% endif %}\n' +
      '{%- endfor %}',
    variables: base,
    lines: ['a b', 'c3d', 'vlan 1,2', 'e f', '1,2,3'],
  },
  {
    what: 'names of former versions',
    twig:
      "onu {{ onu.serial }} {{ iface._onu_num }} {{ free_onu_numbers.first }} {{ free_onu_numbers.all|join(',') }}\n" +
      '{% for p in profiles.line %}\nline {{ p.name }}\n{% endfor %}\n' +
      '{% if onu.interface._technology == "gpon" %}\ngpon\n{% endif %}',
    variables: {
      ...base,
      ont: { serial: 'ZTEG1', interface: { _technology: 'gpon' } },
      iface: { ...iface, _onu: 8 },
      free: { first: 4, list: [4, 5] },
      data: {
        pon_profiles: {
          line: [
            { id: 1, name: 'L1' },
            { id: 2, name: 'L2' },
          ],
        },
      },
    },
    lines: ['onu ZTEG1 8 4 4,5', 'line L1', 'line L2', 'gpon'],
  },
  {
    what: 'a registration as a whole',
    twig: [
      '{# Registers an ONU #}',
      '{% set port = "#{iface._shelf}/#{iface._slot}/#{iface._port}" %}',
      '{% set number = free.first %}',
      'interface gpon-olt_{{ port }}',
      'onu {{ number }} type {{ params.type | upper }} sn {{ ont.serial }}',
      'exit',
      'interface gpon-onu_{{ port }}:{{ number }}',
      "  name {{ params.name|default(ont.serial)|replace({' ': '_'}) }}",
      "{% if params.mode == 'Bridge' %}",
      '  {% for vlan in params.vlans|split(",") %}',
      '  service-port {{ loop.index }} vport 1 user-vlan {{ vlan }} vlan {{ vlan }}',
      '  {% endfor %}',
      "{% elseif params.mode == 'Router' %}",
      '  wan-ip 1 mode pppoe vlan {{ params.vlan }}',
      '{% endif %}',
      'exit',
      'write <confirm="y">',
    ].join('\n'),
    variables: {
      ...base,
      params: { type: 'f601', name: 'a b', mode: 'Bridge', vlans: '100,200', vlan: null },
      free: { first: 4, list: [4] },
      ont: { serial: 'ZTEG1' },
    },
    lines: [
      'interface gpon-olt_1/2/3',
      'onu 4 type F601 sn ZTEG1',
      'exit',
      'interface gpon-onu_1/2/3:4',
      'name a_b',
      'service-port 1 vport 1 user-vlan 100 vlan 100',
      'service-port 2 vport 1 user-vlan 200 vlan 200',
      'exit',
      'write <confirm="y">',
    ],
  },
  {
    what: 'signs beside braces',
    twig: 'a {{ iface._port }}}b\n{{ "{" }}{{ iface._port }} C:\\{{ iface._port }} d\n}',
    variables: base,
    lines: ['a 3}b', '{3 C:\\3 d', '}'],
  },
  {
    what: 'names that items of a list have too, and names of helpers',
    twig:
      "{% set name = 'outer' %}{% set length = 5 %}{% set first = 1 %}\n" +
      '{% for p in interfaces_list %}\n{{ name }} {{ p.name }} {{ length }}\n' +
      '{% set first = first + p.id %}\n{% endfor %}\n{{ first }} {{ length }}',
    variables: { ...base, interfaces_list: [{ id: 10, label: 'x', name: 'a' }] },
    lines: ['outer a 5', '11 5'],
  },
]

/** What has no counterpart: code and line of each finding. */
export const outside: readonly (readonly [twig: string, findings: readonly string[]])[] = [
  ["a\nvlan {{ x|date('Y') }}\nb", ['CONVERT_FILTER 2:6']],
  ['{{ random(5) }}', ['CONVERT_FUNCTION 1:1']],
  ['{% macro a(x) %}\nreload\n{{ x }}\n{% endmacro %}\nb', ['CONVERT_TAG 1:1']],
  ['{% extends "a" %}\nb', ['CONVERT_TAG 1:1']],
  ["{% if x matches '/a/' %}\nreload\n{% else %}\nb\n{% endif %}\nc", ['CONVERT_EXPRESSION 1:1']],
  ['{% if x %}\na\n{{ y|e }}\n{% endif %}', ['CONVERT_FILTER 3:1']],
  ['{% if x %}\na', ['CONVERT_TAG 1:1']],
  ['a\n{% endif %}', ['CONVERT_TAG 2:1']],
  ['{% set x %}\nreload\n{% endset %}', ['CONVERT_TAG 1:1']],
  ['{% set x = {a: 1} %}', ['CONVERT_LIST 1:1']],
  ['{{ x is iterable ? 1 : 2 }}', ['CONVERT_TEST 1:1']],
  ['{{ x + }}\n{{ "open }}', ['CONVERT_SYNTAX 1:1', 'CONVERT_TAG 2:1']],
  [
    '{% for p in l %}\n{% set p = 1 %}\n{{ loop.parent.x }}\n{% endfor %}',
    ['CONVERT_NAME 2:1', 'CONVERT_LOOP 3:1'],
  ],
  ['{% include name %}', ['CONVERT_INCLUDE 1:1']],
  ['{{ x / 2 }}', ['CONVERT_DIVISION 1:1']],
  ['a {%~ if x %}b{% endif %}', ['CONVERT_WHITESPACE 1:3']],
  ['{{ x.y() }}', ['CONVERT_FUNCTION 1:1']],
  ["{{ x|replace({'a': 'b', 'b': 'c'}) }}", ['CONVERT_FILTER 1:1']],
  ['{% if a %}x{% elseif (b ? c : d) %}y{% endif %}', ['CONVERT_CHOICE 1:1']],
]
