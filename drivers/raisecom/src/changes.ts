import { confirmed, industryControl } from '@linecard/driver-kit/builders'

/** ROS accepts SETs of IF-MIB. A restart asks for the word `yes`. */
export const changes = () =>
  industryControl({
    ports: 'snmp',
    vlan: null,
    clear: null,
    save: { command: 'write startup-config', done: /success/i },
    reboot: { command: 'reboot', answers: [{ prompt: /yes'? to confirm.*$/i, answer: 'yes' }, ...confirmed] },
  })
