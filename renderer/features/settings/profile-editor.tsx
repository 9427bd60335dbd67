import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { type WebhookProfile, webhookProfileSchema } from '../../../shared/settings/webhook-profile.ts'
import { useRoute } from '../../shell/atelier-context.tsx'
import { isOfProfile, type SettingId } from '../../shell/setting-list.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { KeptText } from './kept-text.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

interface ProfileEditorProps {
  readonly profile: WebhookProfile
  readonly onChange: (profile: WebhookProfile) => void
}

const roles = ['requestId', 'timestamp', 'signature', 'keyId'] as const
const settingOf = {
  requestId: 'requestId',
  timestamp: 'timestamp',
  signature: 'signatureHeader',
  keyId: 'keyId',
} as const

/** How the service signs, collapsed until requested. */
export function ProfileEditor({ profile, onChange }: ProfileEditorProps) {
  const words = useSettingsWords()
  const [open, setOpen] = useState(false)
  const { item } = useRoute()
  // The address names a setting in here, which is shown for it.
  if (!open && isOfProfile(item)) setOpen(true)
  // A reset discards unfinished input.
  const [round, setRound] = useState(0)

  function reset() {
    setRound(round + 1)
    onChange(webhookProfileSchema.parse({}))
  }

  const id = useId()
  return (
    <>
      <SettingRow setting="signature" label={words.webhooks.signature} note={words.webhooks.advancedNote}>
        <div>
          <Button
            look="quiet"
            aria-expanded={open}
            aria-controls={id}
            icon={<ChevronRight aria-hidden="true" className={styles.chevron} />}
            onClick={() => setOpen(!open)}
          >
            {words.webhooks.advanced}
          </Button>
        </div>
      </SettingRow>
      <div id={id} hidden={!open}>
        {open && <ProfileRows key={round} profile={profile} onChange={onChange} onReset={reset} />}
      </div>
    </>
  )
}

interface ProfileRowsProps extends ProfileEditorProps {
  readonly onReset: () => void
}

function ProfileRows({ profile, onChange, onReset }: ProfileRowsProps) {
  const words = useSettingsWords()
  const id = useId()
  const isSound = (changed: WebhookProfile) => webhookProfileSchema.safeParse(changed).success
  const withHeader = (role: (typeof roles)[number], name: string): WebhookProfile => ({
    ...profile,
    headers: { ...profile.headers, [role]: name },
  })
  return (
    <>
      {roles.map((role) => (
        <SettingRow
          key={role}
          setting={settingOf[role]}
          label={words.webhooks.headers[role]}
          htmlFor={`${id}-${role}`}
        >
          <KeptText
            id={`${id}-${role}`}
            value={profile.headers[role]}
            isValid={(text) => isSound(withHeader(role, text))}
            problem={words.webhooks.headerInvalid}
            onKeep={(text) => onChange(withHeader(role, text))}
          />
        </SettingRow>
      ))}
      <SettingRow
        setting="message"
        label={words.webhooks.message}
        note={words.webhooks.messageNote}
        htmlFor={`${id}-message`}
      >
        <KeptText
          id={`${id}-message`}
          value={profile.message}
          long
          isValid={(message) => isSound({ ...profile, message })}
          problem={words.webhooks.messageInvalid}
          onKeep={(message) => onChange({ ...profile, message })}
        />
      </SettingRow>
      <SignatureRows profile={profile} onChange={onChange} />
      <SettingRow
        setting="allowsUnsigned"
        label={words.webhooks.allowsUnsigned}
        note={words.webhooks.allowsUnsignedNote}
        htmlFor={`${id}-unsigned`}
      >
        <Switch
          id={`${id}-unsigned`}
          label={words.webhooks.allowsUnsigned}
          checked={profile.allowsUnsigned}
          onChange={(allowsUnsigned) => onChange({ ...profile, allowsUnsigned })}
        />
      </SettingRow>
      <div className={styles.foot}>
        <Button look="quiet" onClick={onReset}>
          {words.webhooks.reset}
        </Button>
      </div>
    </>
  )
}

/** A JWS brings its own encoding and form. */
function SignatureRows({ profile, onChange }: ProfileEditorProps) {
  const words = useSettingsWords()
  return (
    <>
      <ChoiceRow
        setting="scheme"
        label={words.webhooks.scheme}
        value={profile.scheme}
        words={words.webhooks.schemes}
        onChange={(scheme) => onChange({ ...profile, scheme })}
      />
      {profile.scheme === 'signature' && (
        <>
          <ChoiceRow
            setting="encoding"
            label={words.webhooks.encoding}
            value={profile.encoding}
            words={words.webhooks.encodings}
            onChange={(encoding) => onChange({ ...profile, encoding })}
          />
          <ChoiceRow
            setting="form"
            label={words.webhooks.form}
            value={profile.form}
            words={words.webhooks.forms}
            onChange={(form) => onChange({ ...profile, form })}
          />
        </>
      )}
    </>
  )
}

interface ChoiceRowProps<Value extends string> {
  readonly setting: SettingId
  readonly label: string
  readonly value: Value
  readonly words: Readonly<Record<Value, string>>
  readonly onChange: (value: Value) => void
}

function ChoiceRow<Value extends string>({ setting, label, value, words, onChange }: ChoiceRowProps<Value>) {
  const options = Object.entries<string>(words).map(([option, text]) => ({
    value: option as Value,
    label: text,
  }))
  return (
    <SettingRow setting={setting} label={label}>
      <div className={styles.medium}>
        <Segmented<Value> label={label} value={value} options={options} onChange={onChange} />
      </div>
    </SettingRow>
  )
}
