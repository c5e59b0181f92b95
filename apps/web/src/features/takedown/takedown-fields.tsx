import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import type { TakedownForm } from './use-takedown-form.ts'

type Fields = Pick<TakedownForm, 'field'>

export function ComplainantFields({ field }: Fields) {
  return (
    <Section title="Complainant Information">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Full Name" autoComplete="name" required {...field('complainantName')} />
        <TextField label="Email Address" type="email" autoComplete="email" required {...field('complainantEmail')} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" isOptional {...field('complainantPhone')} />
        <TextField label="Copyright Owner" hint="If different from complainant" required {...field('copyrightOwner')} />
      </div>
      <TextArea
        label="Address"
        autoComplete="street-address"
        rows={2}
        className="min-h-20"
        isOptional
        {...field('complainantAddress')}
      />
    </Section>
  )
}

export function WorkFields({ field }: Fields) {
  return (
    <Section title="Copyright Work Information">
      <TextArea
        label="Work Description"
        hint="What the work is, and where the original can be seen"
        required
        {...field('workDescription')}
      />
      <TextArea
        label="Infringement Description"
        hint="What infringes it and how"
        required
        {...field('infringementDescription')}
      />
      <TextArea
        label="Infringing URLs"
        hint="One per line"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...field('infringingUrls')}
      />
    </Section>
  )
}

export function LegalFields({ field }: Fields) {
  return (
    <Section title="Legal Statements">
      <div className="flex flex-col gap-1">
        <Checkbox
          label="I have a good faith belief that the use of the material is not authorized by the copyright owner, its agent or the law."
          required
          {...field('goodFaithStatement')}
        />
        <Checkbox
          label="I swear, under penalty of perjury, that the information in this request is accurate, and that I am the owner, or authorized to act on behalf of the owner, of an exclusive right that is allegedly infringed."
          required
          {...field('accuracyStatement')}
        />
      </div>
      <TextField
        label="Electronic Signature"
        hint="Type your full name"
        autoComplete="off"
        required
        {...field('electronicSignature')}
      />
    </Section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0 rounded-card border border-line bg-panel p-5 sm:p-6">
    {/* `float` moves the legend out of the border, like a card's heading. */}
    <legend className="float-left mb-5 w-full text-lg leading-tight font-bold tracking-tight">{title}</legend>
    <div className="clear-both flex flex-col gap-5">{children}</div>
  </fieldset>
)
