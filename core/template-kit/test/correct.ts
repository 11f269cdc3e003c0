import { line, mode, vlan, type Mistake } from './mistakes.ts'

/** Templates without a mistake: lint must be silent, or authors stop to read it. */
export const correct: readonly (Pick<Mistake, 'what' | 'template'> & Partial<Mistake>)[] = [
  { what: 'plain commands', template: 'configure terminal\n interface ethernet 1/0/1\n  no shutdown\nexit' },
  { what: 'nothing', template: '' },
  { what: 'values', template: 'hostname {{device.name}}\nsnmp location "{{device.location}}"' },
  { what: 'a field', template: 'vlan {{params.vlan}}\n name V{{pad params.vlan 4}}', parameters: [vlan] },
  {
    what: 'an optional interface',
    template: '{{#if iface}}\ninterface {{iface.name}}\n{{else}}\nsystem\n{{/if}}',
  },
  {
    what: 'variants',
    template:
      '{{#if (eq params.mode "Bridge")}}\na\n{{else if (eq params.mode "Router")}}\nb\n{{else}}\nc\n{{/if}}',
    parameters: [mode],
  },
  {
    what: 'a chosen item',
    template:
      'line-profile {{params.line.name}} id {{params.line.id}} {{!-- {{params.line._display_name}} --}}',
    parameters: [line],
  },
  {
    what: 'a variable that is set again',
    template:
      '{{set "port" device.name}}\n{{#if iface}}\n{{set "port" iface.name}}\n{{/if}}\ninterface {{port}}',
  },
  {
    what: 'a loop',
    template:
      '{{#each interfaces_list as |port index|}}\n' +
      '{{#unless (eq port.type "ONU")}}\ninterface {{port.name}} {{!-- {{index}} --}}\n{{/unless}}\n{{/each}}',
  },
  {
    what: 'a loop with fields as names',
    template:
      '{{#each interfaces_list}}\n{{@index}} {{name}} of {{../device.name}}{{#unless @last}},{{/unless}}\n{{/each}}',
  },
  {
    what: 'blocks',
    template: '{{> enter port=device.name}}\n{{> leave}}',
    blocks: { enter: 'conf t\ninterface {{port}}', leave: 'end\nwrite {{device.ip}}' },
  },
  {
    what: 'constructs',
    template:
      'reload <confirm-if="y","Are you sure"> <confirm="y">\nsave <cr>\nshow <1-24>\nx <sleep {{device.id}}> <prompt="{{device.name}}#">\n<sleep 2.5>\n' +
      '{{#if iface}}\n<exception "no port">\n{{/if}}\ncopy run {{device.ip}} <stream_timeout=60><prompt="done">',
  },
  {
    what: 'a construct in a branch',
    template: 'erase{{#if iface}} <confirm="y">{{else}} <cr>{{/if}}\nwrite',
  },
  {
    what: 'free data',
    template: 'vlan {{default (lookup device.params.ifaces iface.name "vlan") device.params.default_vlan 1}}',
  },
  {
    what: 'texts and numbers',
    template:
      '{{set "name" (concat (lower device.name) "-" (replace device.mac ":" ""))}}\n' +
      'name {{name}} {{add (mul 2 3) 1}} {{upper (default device.serial "none")}}',
  },
  {
    what: 'logic',
    template:
      '{{#if (and iface (or (gt iface.id 5) (not device.model)))}}\nx {{params.vlan}}\n{{/if}}\n' +
      '{{#with device.model}}\nmodel {{name}}\n{{else}}\nnone\n{{/with}}',
    parameters: [{ ...vlan, visible_if: "iface != null && user.role.id < 0 && device.params.kind != 'x'" }],
  },
  {
    what: 'signs that are no operators',
    template:
      'show run | include vlan\nacl 10 permit {{device.ip}} > 1024\nexec "{{replace device.name "=" "<"}}" && x\n' +
      "{{concat device.name ' == | + ' device.mac}} {{~device.serial~}} {{! a == b, c ? d }}",
  },
  {
    what: 'an optional field',
    template: 'a\n{{#if params.vlan}}\nvlan {{params.vlan}}\n{{/if}}\nb {{default params.vlan 1}}',
    parameters: [{ ...vlan, required: false }],
  },
  { what: 'text about other alphabets in a comment', template: '{{!-- вузол “північ” \t --}}\nshow version' },
]
