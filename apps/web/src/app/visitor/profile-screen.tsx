import { SaveAccountCard } from '../../features/account/save-account-card.tsx'
import { ProfilePage } from '../../features/profile/profile-page.tsx'

/** The profile and the card that saves the account. */
export const ProfileScreen = () => <ProfilePage saveAccount={<SaveAccountCard />} />
