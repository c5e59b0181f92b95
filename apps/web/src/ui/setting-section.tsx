import type { ReactNode } from 'react'

/** A form, and beside it what is narrower. */
export const settingGrid = 'grid items-start gap-5 grid-cols-1 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

/** One setting of the site: its form, and beside it what is in force. `label` where a screen has several. */
export const SettingSection = ({ label, children }: { label?: string; children: ReactNode }) => (
  <section aria-label={label} className={settingGrid}>
    {children}
  </section>
)
