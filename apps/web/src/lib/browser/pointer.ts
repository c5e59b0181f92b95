/** Whether a dialog that opens by itself may take the keyboard into its field: on a screen keyboards slide in with it. */
export const hasMouse = () => matchMedia('(pointer: fine)').matches
