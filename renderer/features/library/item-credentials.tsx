import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Fragment } from 'react'
import type { CredentialsView, ReadCredentials } from '../../../shared/bridge/credentials-procedures.ts'
import { type LibraryWords, useLibraryWords } from '../../words/library-words.ts'
import styles from './item-viewer.module.css'

/** The Content Credentials of a file, and what they mean; nothing where it has none. */
export function ItemCredentials({ credentials }: { readonly credentials: CredentialsView }) {
  const library = useLibraryWords()
  if (credentials.state === 'none') return null
  return (
    <section>
      <h2 className={styles.head}>{library.credentials.title}</h2>
      {credentials.state === 'read' ? (
        <Read credentials={credentials} />
      ) : (
        <p className={styles.quiet}>
          {credentials.state === 'unread'
            ? library.credentials.unread
            : library.credentials.remote(credentials.host)}
        </p>
      )}
    </section>
  )
}

function Read({ credentials }: { readonly credentials: ReadCredentials }) {
  const library = useLibraryWords()
  const { verdict, fault } = credentials
  const words = library.credentials
  const isValid = verdict !== 'invalid'
  const Icon = isValid ? ShieldCheck : ShieldAlert
  return (
    <>
      <p className={styles.verdict} data-verdict={verdict}>
        <Icon aria-hidden="true" />
        <span>{isValid ? words.verdicts[verdict] : words.faults[fault ?? 'other']}</span>
      </p>
      <dl className={styles.facts}>
        {factsOf(credentials, library).map(([name, values, note]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same action may come several times.
                <div key={index} data-verbatim>
                  {value}
                </div>
              ))}
              {note && <small className={styles.working}>{note}</small>}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

type Fact = readonly [name: string, values: readonly string[], note?: string | null]

/** Those that are known. */
function factsOf(credentials: ReadCredentials, library: LibraryWords): Fact[] {
  const { credentials: words } = library
  const { verdict, isSignerChecked, signer, signedAt, generator, origin, actions, ingredients } = credentials
  const doubt = isSignerChecked ? words.untrusted : words.unchecked
  const facts: readonly Fact[] = [
    [words.origin, origin === null ? [] : [words.origins[origin]]],
    [words.signer, [signer ?? words.noSigner], verdict === 'trusted' ? null : doubt],
    [words.signedAt, signedAt === null ? [] : [library.momentToSecond(signedAt)]],
    [words.generator, generator === null ? [] : [generator]],
    [
      words.actions,
      actions.map(({ action, tool }) =>
        tool === null ? words.action(action) : words.actionBy(words.action(action), tool),
      ),
    ],
    [words.ingredients, ingredients],
  ]
  return facts.filter(([, values]) => values.length > 0)
}
