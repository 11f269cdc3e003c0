/**
 * A template of 100 lines as registrations have them: an ONU of triple play, and the ports of its OLT. Plain
 * Handlebars renders it too, so it says `@root` where a block has a context of its own.
 */
const onu = `{{!-- ONU of triple play --}}
configure terminal
{{set "port" (concat iface._shelf "/" iface._slot "/" iface._port)}}
{{set "onu" (concat port ":" free.first)}}
{{set "name" (default params.name ont.ident)}}
interface gpon_olt-{{port}}
{{#if (eq ont.type "auto")}}
onu {{free.first}} type {{default ont.model "ALL"}} sn {{upper ont.ident}}
{{else if (in ont.type "F601" "F660")}}
onu {{free.first}} type {{ont.type}} sn {{upper ont.ident}}
{{else}}
onu {{free.first}} sn {{upper ont.ident}}
{{/if}}
exit
interface gpon_onu-{{onu}}
name "{{replace name "_" " "}}"
description "{{device.name}} {{iface.name}}"
{{#if params.dba}}
tcont 1 name T1 profile {{params.dba.name}}
{{else}}
tcont 1 name T1 profile {{device.params.dba}}
{{/if}}
gemport 1 name G1 tcont 1
gemport 2 name G2 tcont 1
gemport 3 name G3 tcont 1
gemport 1 traffic-limit downstream {{params.line.name}}
{{#if (and (ne params.voip "") (gt params.voip 0))}}
service-port 3 vport 3 user-vlan {{params.voip}} vlan {{params.voip}}
{{/if}}
service-port 1 vport 1 user-vlan {{params.vlan}} vlan {{add params.vlan 1000}}
service-port 2 vport 2 user-vlan {{params.iptv}} vlan {{params.iptv}}
{{#unless params.silent}}
port-identification format DSL-FORUM-PON vport 1
{{/unless}}
exit
pon-onu-mng gpon_onu-{{onu}}
service inet gemport 1 vlan {{params.vlan}}
service iptv gemport 2 vlan {{params.iptv}}
{{#if (or (eq params.mode "router") (eq params.mode "both"))}}
wan-ip 1 mode pppoe username {{lower ont.ident}} password {{params.password}} vlan-profile v{{pad params.vlan 4}}
wan-ip 1 ping-response enable traceroute-response enable
security-mgmt 1 state enable mode forward protocol web
{{else}}
{{#each params.lan as |lan|}}
vlan port eth_0/{{lan}} mode tag vlan {{@root.params.vlan}}
{{/each}}
{{/if}}
{{#each params.wifi as |ssid index|}}
ssid ctrl wifi_0/{{add index 1}} name {{ssid.name}} hide disable
ssid auth wpa wifi_0/{{add index 1}} wpa2-psk key {{ssid.key}}
{{/each}}
mvlan {{params.iptv}}
mvlan tag eth_0/{{last params.lan}} strip
dhcp-ip ethuni eth_0/1 from-internet
exit`

const port = `{{#each interfaces_list as |item|}}
{{#if (eq item.type "PON")}}
interface gpon_olt-{{item._shelf}}/{{item._slot}}/{{item._port}}
{{#if (eq item.id @root.iface.id)}}
description "port of {{@root.ont.ident}}"
{{else}}
no description
{{/if}}
linktrap {{#if (eq item.status "Up")}}enable{{else}}disable{{/if}}
{{/if}}
{{/each}}`

const tail = Array.from(
  { length: 100 - onu.split('\n').length - port.split('\n').length - 1 },
  (_, at) => `vlan {{add params.vlan ${at}}} name {{default params.prefix "v"}}_${at}`,
)

/** 100 lines. */
export const template = [onu, port, ...tail, 'end'].join('\n')

const pon = (at: number) => ({
  id: 100 + at,
  type: 'PON',
  name: `gpon_olt-1/2/${at}`,
  bind_key: 285278464 + at,
  status: at % 3 === 0 ? 'Down' : 'Up',
  _shelf: 1,
  _slot: 2,
  _port: at,
})
const ports = Array.from({ length: 16 }, (_, at) => pon(at + 1))

/** What a template sees of an OLT with 16 ports. */
export const variables = {
  params: {
    name: 'client_1042',
    vlan: '120',
    iptv: '200',
    voip: '300',
    silent: '',
    mode: 'bridge',
    password: 'secret',
    line: { id: 3, name: 'UP-100M' },
    dba: { id: 2, name: 'T4-200M' },
    lan: [1, 2, 3, 4],
    wifi: [
      { name: 'home', key: 'longpassword' },
      { name: 'guest', key: 'otherpassword' },
    ],
    prefix: null,
  },
  user: { id: 1, login: 'admin', name: 'Admin', role: { id: 1, name: 'Administrators' } },
  device: {
    id: 7,
    ip: '10.0.0.7',
    name: 'OLT-7',
    location: 'Kyiv',
    params: { dba: 'T4' },
    model: { id: 1, key: 'zte_c320' },
  },
  iface: ports[3],
  interfaces_list: ports,
  data: {
    vlans: Array.from({ length: 200 }, (_, at) => ({ id: at + 1, name: `VLAN${at + 1}` })),
    pon_profiles: {
      line: Array.from({ length: 50 }, (_, id) => ({ id, name: `line ${id}` })),
      dba: [],
      srv: [],
    },
  },
  error: {},
  ont: { ident: 'zteg00c0ffee', serial: 'ZTEG00C0FFEE', type: 'auto', model: 'F601', version: 'V7' },
  free: { first: 12, list: [12, 13, 14] },
}
