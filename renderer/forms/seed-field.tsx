import { Dices, Lock, LockOpen } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { useFormServices } from './form-context.tsx'
import styles from './number-field.module.css'
import { rollSeed } from './roll-seed.ts'

/**
 * The seed: typed, rolled, or left to the service; a locked one stays, an open one is rolled again after each
 * run.
 */
export function SeedField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'seed'>>) {
  const { fields } = useWords()
  const { seedLocked, setSeedLocked } = useFormServices()
  const touched = value !== undefined
  return (
    <FieldFrame field={field} touched={touched} problems={problems} onReset={() => onChange(undefined)}>
      {({ controlId, describedBy }) => (
        <div className={styles.row}>
          <div className={styles.whole}>
            <NumberInput
              id={controlId}
              label={fields.label(field.name, field.title)}
              value={typeof value === 'number' ? value : undefined}
              placeholder={fields.seed.random}
              invalid={problems.length > 0}
              describedBy={describedBy}
              onChange={onChange}
              onBlur={onVisit}
            />
          </div>
          <span className={styles.buttons}>
            <IconButton
              label={fields.seed.roll}
              icon={<Dices />}
              onClick={() => onChange(rollSeed(Math.random, field))}
            />
            <IconButton
              label={seedLocked ? fields.seed.unlock : fields.seed.lock}
              icon={seedLocked ? <Lock /> : <LockOpen />}
              aria-pressed={seedLocked}
              disabled={!touched}
              onClick={() => setSeedLocked(!seedLocked)}
            />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
