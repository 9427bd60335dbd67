/** The output of --help. */
export const help = `Tries the rules of the interface on a service, over HTTP alone.

  npm run conformance -- --url URL --key KEY [options]

  --url URL           the service
  --key KEY           an API key; what it generates is billed
  --usage-key KEY     a workspace service key, for GET /usage
  --style ID          a style that the key's identity owns; it is shared with the workspace
  --paths FILE        JSON of model ids and paths, where {url}/openapi.json doesn't tell them
  --only SECTION      the sections whose title contains this; may be repeated
  --dry-run           shows the rules and what they would cost, and sends no request but for the description
  --json              one JSON value on standard output
  --wait SECONDS      how long a job may take (600)
  --unsigned          the service is declared to send webhooks without a signature
  --webhook-url URL   where a service elsewhere reaches --webhook-port on this machine
  --webhook-port N    the port that receives webhooks (a free one)
  --control           the service offers /__sandbox/ (clock, balance, faults, keys, seed, models, styles,
                      usage-jobs, media). It is a service to throw away: its clock is moved and stopped, its
                      balance set, its usage filled

Exit codes: 0 every rule that could be tried is kept, 1 one is broken, 2 bad arguments or nothing to try on.
`
