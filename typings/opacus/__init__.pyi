"""The part of Opacus that the accountant uses; tests take the whole as it is."""
