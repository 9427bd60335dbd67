/** Addresses of this machine, of its network, and reserved ones: none may ever be connected to for a result. */
const loopbackAddresses = ['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '[::1]']

const inwardAddresses = [
  ...['0.0.0.0', '0.1.2.3', '255.255.255.255', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '192.88.99.1', '169.254.169.254', '169.254.170.2', '100.100.100.200'],
  ...every(16, (n) => `10.${n * 17}.${n}.1`),
  ...every(16, (n) => `172.${16 + n}.0.1`),
  ...every(8, (n) => `192.168.${n * 32}.1`),
  ...every(8, (n) => `169.254.${n * 32}.1`),
  ...every(8, (n) => `100.${64 + n * 8}.0.1`),
  ...every(16, (n) => `${224 + n}.0.0.1`),
  ...['[::]', '[::2]', '[::127.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[::ffff:169.254.169.254]'],
  ...['[::ffff:0:127.0.0.1]', '[::ffff:0:10.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::10.0.0.1]'],
  ...['[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::10.0.0.1]', '[2002:7f00:1::]', '[2002:a00:1::]', '[2001::1]'],
  ...[
    '[2001:db8::1]',
    '[100::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[fe80::5efe:7f00:1]',
  ],
  ...every(8, (n) => `[fc${n.toString(16)}0::1]`),
  ...every(8, (n) => `[fd${n.toString(16)}0::1]`),
  ...every(4, (n) => `[fe${(8 + n).toString(16)}0::1]`),
  ...every(8, (n) => `[ff0${n.toString(16)}::1]`),
]

function every<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** An IPv4 address in the notations that a URL takes for one. */
function notationsOf(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const bases = [
    (n: number) => String(n),
    (n: number) => `0${n.toString(8)}`,
    (n: number) => `0x${n.toString(16)}`,
    (n: number) => `0X${n.toString(16).toUpperCase().padStart(8, '0')}`,
  ]
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    ...bases.flatMap((first) => bases.map((rest) => [first(a), ...[b, c, d].map(rest)].join('.'))),
    ...bases.flatMap((base) => [
      base(whole),
      `${base(a)}.${base((b * 256 + c) * 256 + d)}`,
      `${base(a)}.${base(b)}.${base(c * 256 + d)}`,
    ]),
    `${address}.`,
    [...address]
      .map((letter) => (letter === '.' ? '。' : String.fromCodePoint(0xff10 + Number(letter))))
      .join(''),
    [...address].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  ]
}

/** Addresses of results that lead inward, by address, notation, or URL tricks; `port` is a listener’s. */
export function inwardUrls(port: number): string[] {
  const victims = ['127.0.0.1', '10.0.0.1', '169.254.169.254']
  const hosts = [
    ...inwardAddresses,
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', ...loopbackAddresses],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]'],
    ...victims.flatMap(notationsOf),
  ]
  const hidden = victims.flatMap((victim) => [
    `http://files.example@${victim}:${port}/`,
    `http://files.example:80@${victim}:${port}/`,
    `http://files.example%40${victim}:${port}@${victim}:${port}/`,
    `http://${victim}:${port}#@files.example/`,
    `http://${victim}:${port}?@files.example/`,
    `http://${victim}:${port}\\@files.example/`,
    `http:\\\\${victim}:${port}\\`,
    `http:${victim}:${port}/`,
    `http:////${victim}:${port}/`,
    ` http://${victim}:${port}/ `,
    `ht\ntp://${victim}\t:${port}/`,
    `HTTP://${victim}:${port}/`,
    `https://${victim}:${port}/`,
  ])
  const otherSchemes = [
    'file:///etc/passwd',
    'ftp://127.0.0.1/a',
    'gopher://127.0.0.1/1',
    'ws://127.0.0.1/',
    'unix:/run/a',
  ]
  return [...hosts.map((host) => `http://${host}:${port}/result.png`), ...hidden, ...otherSchemes]
}

/** Names that resolve inward, alone, behind a public address, before one, or from the second time on. */
export function inwardNames(publicAddress: string): Record<string, string[][]> {
  const bare = [...inwardAddresses, ...loopbackAddresses].map((host) => host.replace(/^\[|\]$/g, ''))
  const shapes: readonly (readonly [name: string, responses: (address: string) => string[][]])[] = [
    ['alone', (address) => [[address]]],
    ['behind', (address) => [[publicAddress, address]]],
    ['before', (address) => [[address, publicAddress]]],
  ]
  return Object.fromEntries(
    bare.flatMap((address, index) =>
      shapes
        .filter((_, shape) => shape === 0 || index % shapes.length === shape)
        .map(([shape, responses]) => [`${shape}-${index}.example`, responses(address)]),
    ),
  )
}

/** Names that are public when they are checked and inward a moment later. */
export function turningNames(publicAddress: string): Record<string, string[][]> {
  const addresses = [...inwardAddresses.slice(0, 12), ...loopbackAddresses]
  return Object.fromEntries(
    addresses.map((host, index) => [
      `turning-${index}.example`,
      [[publicAddress], [host.replace(/^\[|\]$/g, '')]],
    ]),
  )
}
